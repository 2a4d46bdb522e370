/* LU decomposition in place, without pivoting, of a matrix with a dominant diagonal. */
#include "polybench.h"

#ifndef N
#define N 96
#endif

static double A[N][N];

static void fill(void)
{
  int i, j;

  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      A[i][j] = (double)((i * 7 + j * 3) % 11) / 11.0 + (i == j ? N : 0.0);
}

static void decompose(void)
{
  int i, j, k;

  for (k = 0; k < N - 1; k++) {
#pragma omp parallel for
    for (i = k + 1; i < N; i++)
      A[i][k] /= A[k][k];
#pragma omp parallel for private(j)
    for (i = k + 1; i < N; i++)
      for (j = k + 1; j < N; j++)
        A[i][j] -= A[i][k] * A[k][j];
  }
}

int main(int count, char **arguments)
{
  int left = repetitions(count, arguments);

  while (left-- > 0) {
    fill();
    begin_timing();
    decompose();
    end_timing(touched(A[0], (size_t)N * N));
  }
  return report("lu", N, checksum_of(A[0], (size_t)N * N));
}
