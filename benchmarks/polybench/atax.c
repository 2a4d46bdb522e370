/* A matrix and its transpose times a vector: y = A^T (A x). */
#include "polybench.h"

#ifndef N
#define N 256
#endif

static double A[N][N], x[N], y[N], product[N];

static void fill(void)
{
  int i, j;

  for (i = 0; i < N; i++) {
    x[i] = 1.0 + (double)i / N;
    for (j = 0; j < N; j++)
      A[i][j] = (double)((i + j) % N) / (5.0 * N);
  }
}

static void atax(void)
{
  int i, j;

#pragma omp parallel private(i, j)
  {
#pragma omp for
    for (i = 0; i < N; i++) {
      product[i] = 0.0;
      for (j = 0; j < N; j++)
        product[i] += A[i][j] * x[j];
    }
#pragma omp for
    for (j = 0; j < N; j++) {
      y[j] = 0.0;
      for (i = 0; i < N; i++)
        y[j] += A[i][j] * product[i];
    }
  }
}

int main(int count, char **arguments)
{
  int left = repetitions(count, arguments);

  while (left-- > 0) {
    fill();
    begin_timing();
    atax();
    end_timing(touched(y, N));
  }
  return report("atax", N, checksum_of(y, N));
}
