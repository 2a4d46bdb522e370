/* A change of basis in the last index, as in multiresolution analysis: A[r][q][p] = sum of A[r][q][s] C[s][p] over s. */
#include "polybench.h"

#ifndef N
#define N 32
#endif

static double A[N][N][N], C[N][N], sum[N][N][N];

static void fill(void)
{
  int i, j, k;

  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) {
      C[i][j] = (double)(i * j % N) / N;
      for (k = 0; k < N; k++)
        A[i][j][k] = (double)((i * j + k) % N) / N;
    }
}

static void doitgen(void)
{
  int r, q, p, s;

#pragma omp parallel for private(q, p, s)
  for (r = 0; r < N; r++)
    for (q = 0; q < N; q++) {
      for (p = 0; p < N; p++) {
        sum[r][q][p] = 0.0;
        for (s = 0; s < N; s++)
          sum[r][q][p] += A[r][q][s] * C[s][p];
      }
      for (p = 0; p < N; p++)
        A[r][q][p] = sum[r][q][p];
    }
}

int main(int count, char **arguments)
{
  int left = repetitions(count, arguments);

  while (left-- > 0) {
    fill();
    begin_timing();
    doitgen();
    end_timing(touched(A[0][0], (size_t)N * N * N));
  }
  return report("doitgen", N, checksum_of(A[0][0], (size_t)N * N * N));
}
