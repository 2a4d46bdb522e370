/* Symmetric update of rank 2k: C = alpha (A B^T + B A^T) + beta C, all elements. */
#include "polybench.h"

#ifndef N
#define N 128
#endif

static double A[N][N], B[N][N], C[N][N];

static void fill(void)
{
  int i, j;

  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) {
      A[i][j] = (double)((i * j + 1) % N) / N;
      B[i][j] = (double)((i * j + 2) % N) / N;
      C[i][j] = (double)((i + j + 3) % N) / N;
    }
}

static void syr2k(double alpha, double beta)
{
  int i, j, k;

#pragma omp parallel for collapse(2) private(k)
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) {
      double sum = beta * C[i][j];

      for (k = 0; k < N; k++)
        sum += alpha * (A[i][k] * B[j][k] + B[i][k] * A[j][k]);
      C[i][j] = sum;
    }
}

int main(int count, char **arguments)
{
  int left = repetitions(count, arguments);

  while (left-- > 0) {
    fill();
    begin_timing();
    syr2k(1.5, 1.2);
    end_timing(touched(C[0], (size_t)N * N));
  }
  return report("syr2k", N, checksum_of(C[0], (size_t)N * N));
}
