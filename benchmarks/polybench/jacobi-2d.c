/* Jacobi iteration with five points on an N x N grid; each step goes from A to B and back. */
#include "polybench.h"

#ifndef N
#define N 128
#endif
#ifndef STEPS
#define STEPS 10
#endif

static double A[N][N], B[N][N];

static void fill(void)
{
  int i, j;

  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) {
      A[i][j] = ((double)i * (j + 2) + 2.0) / N;
      B[i][j] = ((double)i * (j + 3) + 3.0) / N;
    }
}

static void smooth(double from[N][N], double to[N][N])
{
  int i, j;

#pragma omp parallel for private(j)
  for (i = 1; i < N - 1; i++)
    for (j = 1; j < N - 1; j++)
      to[i][j] = 0.2 * (from[i][j] + from[i][j - 1] + from[i][j + 1] + from[i + 1][j] + from[i - 1][j]);
}

int main(int count, char **arguments)
{
  int left = repetitions(count, arguments);
  int t;

  while (left-- > 0) {
    fill();
    begin_timing();
    for (t = 0; t < STEPS; t++) {
      smooth(A, B);
      smooth(B, A);
    }
    end_timing(touched(A[0], (size_t)N * N) + touched(B[0], (size_t)N * N));
  }
  return report("jacobi-2d", N, checksum_of(A[0], (size_t)N * N) + checksum_of(B[0], (size_t)N * N));
}
