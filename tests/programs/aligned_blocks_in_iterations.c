/* expect: offloaded=3
   Blocks that each iteration allocates with an alignment: by the allocator in the headers of compilers for x86,
   by `aligned_alloc`, and by functions of the program. */
#if defined __x86_64__ || defined __i386__
#include <mm_malloc.h>
#else
#include <stdlib.h>
#define _mm_malloc(size, alignment) aligned_alloc(alignment, ((size) + (alignment) - 1) / (alignment) * (alignment))
#define _mm_free free
#endif
#include <stdio.h>
#include <stdlib.h>

enum { N = 150, M = 90 };

static double a[N], b[N], c[N];

static void *need(size_t n) {
  void *block = _mm_malloc(n, 64);
  if (block == NULL)
    exit(1);
  return block;
}

static void done(void *block) {
  if (block != NULL)
    _mm_free(block);
}

int main(int argc, char **argv) {
  (void) argv;
  int m = M + argc - 1;

#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    double *t = (double *) _mm_malloc(m * sizeof(double), 64);
    for (int j = 0; j < m; j++)
      t[j] = i * j % 17;
    double sum = 0.0;
    for (int j = m - 1; j >= 0; j--)
      sum += t[j] / (j + 1);
    a[i] = sum;
    _mm_free(t);
  }

#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    float *t = aligned_alloc(32, 128 * sizeof(float));
    for (int j = 0; j < 128; j++)
      t[j] = (float) (i + j);
    b[i] = t[i % 128] + t[127];
    free(t);
  }

#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    double *t = need(m * sizeof *t);
    for (int j = 0; j < m; j++)
      t[j] = a[i] + j;
    double least = t[m - 1];
    for (int j = 0; j < m; j++)
      if (t[j] < least)
        least = t[j];
    c[i] = least;
    done(t);
  }

  double sum = 0.0;
  for (int i = 0; i < N; i++)
    sum += a[i] * 3 + b[i] * 5 + c[i] * 7;
  printf("%.6f\n", sum);
  return 0;
}
