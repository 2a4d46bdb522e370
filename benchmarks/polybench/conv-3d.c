/* Convolution of an N x N x N volume with a cell, its six faces and its eight corners; blocks from malloc. */
#include "polybench.h"

#ifndef N
#define N 48
#endif

#define AT(i, j, k) (((size_t)(i) * N + (size_t)(j)) * N + (size_t)(k))

static void fill(double *volume, double *result)
{
  int i, j, k;

  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      for (k = 0; k < N; k++) {
        volume[AT(i, j, k)] = (double)(i % 12 + 2 * (j % 7) + 3 * (k % 13)) / 64.0;
        result[AT(i, j, k)] = 0.0;
      }
}

static void convolve(const double *volume, double *result)
{
  int i, j, k;

#pragma omp parallel for private(j, k)
  for (i = 1; i < N - 1; i++)
    for (j = 1; j < N - 1; j++)
      for (k = 1; k < N - 1; k++)
        result[AT(i, j, k)] =
            0.5 * volume[AT(i, j, k)] +
            0.2 * (volume[AT(i - 1, j, k)] + volume[AT(i + 1, j, k)] + volume[AT(i, j - 1, k)] +
                   volume[AT(i, j + 1, k)] + volume[AT(i, j, k - 1)] + volume[AT(i, j, k + 1)]) +
            0.1 * (volume[AT(i - 1, j - 1, k - 1)] + volume[AT(i - 1, j - 1, k + 1)] +
                   volume[AT(i - 1, j + 1, k - 1)] + volume[AT(i - 1, j + 1, k + 1)] +
                   volume[AT(i + 1, j - 1, k - 1)] + volume[AT(i + 1, j - 1, k + 1)] +
                   volume[AT(i + 1, j + 1, k - 1)] + volume[AT(i + 1, j + 1, k + 1)]);
}

int main(int count, char **arguments)
{
  int left = repetitions(count, arguments);
  double *volume = doubles((size_t)N * N * N), *result = doubles((size_t)N * N * N);
  double checksum;

  while (left-- > 0) {
    fill(volume, result);
    begin_timing();
    convolve(volume, result);
    end_timing(touched(result, (size_t)N * N * N));
  }
  checksum = checksum_of(result, (size_t)N * N * N);
  free(volume);
  free(result);
  return report("conv-3d", N, checksum);
}
