/* Covariances of N columns of N observations. */
#include "polybench.h"

#ifndef N
#define N 128
#endif

static double data[N][N], covariance[N][N], mean[N];

static void fill(void)
{
  int i, j;

  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      data[i][j] = (double)((i * (j + 3) + j * j) % 101) / 101.0;
}

static void find_covariances(void)
{
  int i, j, k;

#pragma omp parallel for private(i)
  for (j = 0; j < N; j++) {
    mean[j] = 0.0;
    for (i = 0; i < N; i++)
      mean[j] += data[i][j];
    mean[j] /= N;
  }
#pragma omp parallel for private(j)
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      data[i][j] -= mean[j];
#pragma omp parallel for private(j, k) schedule(dynamic)
  for (i = 0; i < N; i++)
    for (j = i; j < N; j++) {
      covariance[i][j] = 0.0;
      for (k = 0; k < N; k++)
        covariance[i][j] += data[k][i] * data[k][j];
      covariance[i][j] /= N - 1.0;
      covariance[j][i] = covariance[i][j];
    }
}

int main(int count, char **arguments)
{
  int left = repetitions(count, arguments);

  while (left-- > 0) {
    fill();
    begin_timing();
    find_covariances();
    end_timing(touched(covariance[0], (size_t)N * N));
  }
  return report("covariance", N, checksum_of(covariance[0], (size_t)N * N));
}
