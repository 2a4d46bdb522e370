/* What each thread has to do, and what it adds up, is in functions of another file.  One of them uses a type that
 * this file does not know.  One counts its calls, and the name of one means a variable in a function here: they stay.
 *
 * expect: offloaded=4  with: support/shares.c */
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#define omp_get_num_threads() 1
#endif
#include <stdio.h>

#include "support/shares.h"

enum { N = 1000 };

static double a[N], b[N], c[N], d[N];

static void hide(void)
{
  static int (*const number)(void) = threads;

#pragma omp parallel
  if (number() < 1)
    b[0] = 1;
}

int main(void)
{
  struct sums all = {0};

#pragma omp parallel
  {
    int low, high;
    share(N, omp_get_thread_num(), omp_get_num_threads(), &low, &high);
    for (int i = low; i < high; i++)
      a[i] = i % 7;
  }

#pragma omp parallel
  {
    int me = number(), of = threads();
    for (int i = me; i < N; i += of)
      b[i] = 2 * a[i];
  }

#pragma omp parallel
  {
    int low, high;
    own_share(N, &low, &high);
    for (int i = low; i < high; i++)
      c[i] = a[i] + 1;
  }

#pragma omp parallel
  {
    int low, high;
    counted_share(N, &low, &high);
    for (int i = low; i < high; i++)
      d[i] = b[i] + 1;
  }

#pragma omp parallel
  {
    struct sums mine = {0};
#pragma omp for
    for (int i = 0; i < N; i++)
      push(&mine, c[i]);
#pragma omp atomic
    all.sum += mine.sum;
#pragma omp atomic
    all.values += mine.values;
  }

  hide();
  printf("%g %g %g %g %g %ld\n", a[N - 1], b[N - 1], c[N - 1], d[N - 1], all.sum, all.values);
  return 0;
}
