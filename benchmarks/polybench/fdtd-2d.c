/* Finite differences in the time domain on an N x N grid: electric fields ex and ey, magnetic field hz.
 *
 * One parallel region holds all steps; each step is a source on the first row, and three loops.
 */
#include "polybench.h"

#ifndef N
#define N 128
#endif
#ifndef STEPS
#define STEPS 10
#endif

static double ex[N][N], ey[N][N], hz[N][N];

static void fill(void)
{
  int i, j;

  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) {
      ex[i][j] = (double)i * (j + 1) / N / N;
      ey[i][j] = (double)i * (j + 2) / N / N;
      hz[i][j] = (double)i * (j + 3) / N / N;
    }
}

static void propagate(void)
{
  int t, i, j;

#pragma omp parallel private(t, i, j)
  for (t = 0; t < STEPS; t++) {
#pragma omp for
    for (j = 0; j < N; j++)
      ey[0][j] = t;
#pragma omp for
    for (i = 1; i < N; i++)
      for (j = 0; j < N; j++)
        ey[i][j] -= 0.5 * (hz[i][j] - hz[i - 1][j]);
#pragma omp for
    for (i = 0; i < N; i++)
      for (j = 1; j < N; j++)
        ex[i][j] -= 0.5 * (hz[i][j] - hz[i][j - 1]);
#pragma omp for
    for (i = 0; i < N - 1; i++)
      for (j = 0; j < N - 1; j++)
        hz[i][j] -= 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
  }
}

int main(int count, char **arguments)
{
  const size_t all = (size_t)N * N;
  int left = repetitions(count, arguments);

  while (left-- > 0) {
    fill();
    begin_timing();
    propagate();
    end_timing(touched(ex[0], all) + touched(ey[0], all) + touched(hz[0], all));
  }
  return report("fdtd-2d", N, checksum_of(ex[0], all) + checksum_of(ey[0], all) + checksum_of(hz[0], all));
}
