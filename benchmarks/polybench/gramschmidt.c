/* QR decomposition by the modified Gram-Schmidt method: A = Q R. */
#include <math.h>

#include "polybench.h"

#ifndef N
#define N 96
#endif

static double A[N][N], Q[N][N], R[N][N];

static void fill(void)
{
  int i, j;

  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) {
      A[i][j] = (double)((i * 7 + j * 3) % 11) / 11.0 + (i == j ? sqrt((double)N) : 0.0);
      Q[i][j] = R[i][j] = 0.0;
    }
}

static void orthogonalise(void)
{
  int i, j, k;
  double squares;

  for (k = 0; k < N; k++) {
    squares = 0.0;
#pragma omp parallel for reduction(+ : squares)
    for (i = 0; i < N; i++)
      squares += A[i][k] * A[i][k];
    R[k][k] = sqrt(squares);
#pragma omp parallel for
    for (i = 0; i < N; i++)
      Q[i][k] = A[i][k] / R[k][k];
#pragma omp parallel for private(i)
    for (j = k + 1; j < N; j++) {
      R[k][j] = 0.0;
      for (i = 0; i < N; i++)
        R[k][j] += Q[i][k] * A[i][j];
      for (i = 0; i < N; i++)
        A[i][j] -= Q[i][k] * R[k][j];
    }
  }
}

int main(int count, char **arguments)
{
  int left = repetitions(count, arguments);

  while (left-- > 0) {
    fill();
    begin_timing();
    orthogonalise();
    end_timing(touched(Q[0], (size_t)N * N) + touched(R[0], (size_t)N * N));
  }
  return report("gramschmidt", N, checksum_of(Q[0], (size_t)N * N) + checksum_of(R[0], (size_t)N * N));
}
