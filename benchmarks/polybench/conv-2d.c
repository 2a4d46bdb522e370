/* Convolution of an N x N image with 3 x 3 weights. */
#include "polybench.h"

#ifndef N
#define N 256
#endif

static double image[N][N], result[N][N];

static void fill(void)
{
  int i, j;

  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) {
      image[i][j] = (double)((i * 13L + j * 7L) % 256) / 256.0;
      result[i][j] = 0.0;
    }
}

static void convolve(void)
{
  int i, j;

#pragma omp parallel for private(j)
  for (i = 1; i < N - 1; i++)
    for (j = 1; j < N - 1; j++)
      result[i][j] = 0.2 * image[i - 1][j - 1] + 0.5 * image[i - 1][j] - 0.8 * image[i - 1][j + 1] +
                     0.3 * image[i][j - 1] + 0.6 * image[i][j] + 0.9 * image[i][j + 1] +
                     0.4 * image[i + 1][j - 1] + 0.7 * image[i + 1][j] + 0.1 * image[i + 1][j + 1];
}

int main(int count, char **arguments)
{
  int left = repetitions(count, arguments);

  while (left-- > 0) {
    fill();
    begin_timing();
    convolve();
    end_timing(touched(result[0], (size_t)N * N));
  }
  return report("conv-2d", N, checksum_of(result[0], (size_t)N * N));
}
