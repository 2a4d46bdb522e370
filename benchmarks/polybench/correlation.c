/* Correlations of N columns of N observations. */
#include <math.h>

#include "polybench.h"

#ifndef N
#define N 128
#endif

#define LEAST 0.005 /* columns that vary less count as constant */

static double data[N][N], correlation[N][N], mean[N], deviation[N];

static void fill(void)
{
  int i, j;

  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      data[i][j] = (double)((i * (j + 3) + j * j) % 101) / 101.0 + (double)i / N;
}

static void find_correlations(void)
{
  int i, j, k;

#pragma omp parallel private(i, j, k)
  {
#pragma omp for
    for (j = 0; j < N; j++) {
      mean[j] = 0.0;
      for (i = 0; i < N; i++)
        mean[j] += data[i][j];
      mean[j] /= N;
    }
#pragma omp for
    for (j = 0; j < N; j++) {
      deviation[j] = 0.0;
      for (i = 0; i < N; i++)
        deviation[j] += (data[i][j] - mean[j]) * (data[i][j] - mean[j]);
      deviation[j] = sqrt(deviation[j] / N);
      if (deviation[j] <= LEAST)
        deviation[j] = 1.0;
    }
#pragma omp for
    for (i = 0; i < N; i++)
      for (j = 0; j < N; j++)
        data[i][j] = (data[i][j] - mean[j]) / (sqrt((double)N) * deviation[j]);
#pragma omp for schedule(dynamic)
    for (i = 0; i < N; i++) {
      correlation[i][i] = 1.0;
      for (j = i + 1; j < N; j++) {
        double sum = 0.0;

        for (k = 0; k < N; k++)
          sum += data[k][i] * data[k][j];
        correlation[i][j] = sum;
        correlation[j][i] = sum;
      }
    }
  }
}

int main(int count, char **arguments)
{
  int left = repetitions(count, arguments);

  while (left-- > 0) {
    fill();
    begin_timing();
    find_correlations();
    end_timing(touched(correlation[0], (size_t)N * N));
  }
  return report("correlation", N, checksum_of(correlation[0], (size_t)N * N));
}
