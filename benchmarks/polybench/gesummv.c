/* The sum of two matrix-vector products: y = alpha A x + beta B x. */
#include "polybench.h"

#ifndef N
#define N 256
#endif

static double A[N][N], B[N][N], x[N], y[N];

static void fill(void)
{
  int i, j;

  for (i = 0; i < N; i++) {
    x[i] = (double)(i % N) / N;
    for (j = 0; j < N; j++) {
      A[i][j] = (double)(((long)i * j + 1) % N) / N;
      B[i][j] = (double)(((long)i * j + 2) % N) / N;
    }
  }
}

static void gesummv(double alpha, double beta)
{
  int i, j;
  double left, right;

#pragma omp parallel for private(j, left, right)
  for (i = 0; i < N; i++) {
    left = right = 0.0;
    for (j = 0; j < N; j++) {
      left += A[i][j] * x[j];
      right += B[i][j] * x[j];
    }
    y[i] = alpha * left + beta * right;
  }
}

int main(int count, char **arguments)
{
  int left = repetitions(count, arguments);

  while (left-- > 0) {
    fill();
    begin_timing();
    gesummv(1.5, 1.2);
    end_timing(touched(y, N));
  }
  return report("gesummv", N, checksum_of(y, N));
}
