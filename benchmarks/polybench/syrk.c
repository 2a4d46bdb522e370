/* Symmetric update of rank k: C = alpha A A^T + beta C, all elements. */
#include "polybench.h"

#ifndef N
#define N 128
#endif

static double A[N][N], C[N][N];

static void fill(void)
{
  int i, j;

  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) {
      A[i][j] = (double)((i * j + 1) % N) / N;
      C[i][j] = (double)((i + j + 2) % N) / N;
    }
}

static void syrk(double alpha, double beta)
{
  int i, j, k;

#pragma omp parallel for private(j, k)
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) {
      C[i][j] *= beta;
      for (k = 0; k < N; k++)
        C[i][j] += alpha * A[i][k] * A[j][k];
    }
}

int main(int count, char **arguments)
{
  int left = repetitions(count, arguments);

  while (left-- > 0) {
    fill();
    begin_timing();
    syrk(1.5, 1.2);
    end_timing(touched(C[0], (size_t)N * N));
  }
  return report("syrk", N, checksum_of(C[0], (size_t)N * N));
}
