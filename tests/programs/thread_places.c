/* Functions that find the memory of a thread's own by its number, here and in another file.  One also counts.
 *
 * expect: offloaded=6 kept=K022  with: support/pool.c */
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#define omp_get_max_threads() 1
#endif
#include <stdio.h>
#include <stdlib.h>

#include "support/pool.h"

enum { N = 1000, M = 16 };

#define FILL(t, op, first)      \
  for (int j = 0; j < M; j++)   \
    (t)[j] = (first) + j;       \
  for (int j = 0; j < M; j++)   \
    a[i] op (t)[j] * j;


struct context {
  double *all;
  long gap;
};

static double a[N];
static struct context context;

static double *part(const struct context *of, long me)
{
  long at = me * of->gap;

  return of->all + at;
}

static double *own_block(void)
{
  int me = omp_get_thread_num();

  return pool[me];
}

int main(void)
{
  make_pool(omp_get_max_threads(), M);
  context.gap = M + 3;
  context.all = malloc((size_t)omp_get_max_threads() * (size_t)context.gap * sizeof(double));

#pragma omp parallel
  {
    double *t = own_block();
#pragma omp for
    for (int i = 0; i < N; i++) {
      FILL(t, +=, i);
    }
  }

#pragma omp parallel
  {
    int me = omp_get_thread_num();
    double *t = part(&context, me);
#pragma omp for
    for (int i = 0; i < N; i++) {
      FILL(t, +=, 2 * i);
    }
  }

#pragma omp parallel
  {
    double *t = block_of(omp_get_thread_num());
#pragma omp for
    for (int i = 0; i < N; i++) {
      FILL(t, +=, 3 * i);
    }
  }

#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    double *t = block_of(this_thread());
    FILL(t, +=, i);
  }

#pragma omp parallel
  {
    double *t = own_worker()->block;
#pragma omp for
    for (int i = 0; i < N; i++) {
      FILL(t, +=, i);
    }
  }

#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    double *t = own_block();
    FILL(t, -=, i);
  }

#pragma omp parallel
  {
    double *t = counted_block(omp_get_thread_num()) + M;
#pragma omp for
    for (int i = 0; i < N; i++) {
      FILL(t, +=, i);
    }
  }

  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += a[i] * (i % 5);
  printf("%.10g\n", sum);
  return 0;
}
