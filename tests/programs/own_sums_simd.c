/* Threads' own sums whose loops have `simd` inside: where they are cleared, added up and merged.
 * expect: offloaded=2 */
#include <stdio.h>
#include <stdlib.h>

#define N 300
#define K 5
#define F 8

static int labels[N], counts[K];
static double features[N * F], sums[K * F], totals[K * F];

static void cleared(int k, int f)
{
#pragma omp parallel
  {
    int *own = (int *)calloc(k, sizeof(int));
    double *mine = (double *)calloc(k * f, sizeof(double));

#pragma omp for
    for (int i = 0; i < N; ++i) {
      int c = labels[i];

      own[c] += 1;
#pragma omp simd
      for (int j = 0; j < f; ++j)
        mine[c * f + j] += features[i * f + j];
    }
#pragma omp critical
    {
      for (int c = 0; c < k; ++c) {
        counts[c] += own[c];
#pragma omp simd
        for (int j = 0; j < f; ++j)
          sums[c * f + j] += mine[c * f + j];
      }
    }
    free(own);
    free(mine);
  }
}

static void set_by_a_loop(int k, int f)
{
#pragma omp parallel
  {
    double mine[k * f];

#pragma omp simd
    for (int j = 0; j < k * f; ++j)
      mine[j] = 0;
#pragma omp for
    for (int i = 0; i < N; ++i) {
#pragma omp simd
      for (int j = 0; j < f; ++j)
        mine[labels[i] * f + j] += 2 * features[i * f + j];
    }
#pragma omp critical
    {
#pragma omp simd
      for (int j = 0; j < k * f; ++j)
        totals[j] += mine[j];
    }
  }
}

int main(void)
{
  double sum = 0;

  for (int i = 0; i < N; ++i)
    labels[i] = i * 7 % K;
  for (int i = 0; i < N * F; ++i)
    features[i] = i % 11;
  cleared(K, F);
  set_by_a_loop(K, F);
  for (int j = 0; j < K * F; ++j)
    sum += (sums[j] + 3 * totals[j]) * (j + 1);
  for (int c = 0; c < K; ++c)
    sum += counts[c] * c;
  printf("%.1f\n", sum);
  return 0;
}
