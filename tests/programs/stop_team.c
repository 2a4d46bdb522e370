/* Error paths in functions that a region's threads call together, and where virtual threads carry a state.
 * expect: offloaded=4 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#define N 400
#define BINS 8

static double v[N];
static int bins[BINS];

static void fill(int n, int odd)
{
  int i;

#pragma omp for
  for (i = 0; i < n; i++) {
    if (i == odd)
      printf("odd %d\n", i);
    v[i] = v[i] + (i * 7) % 100;
  }
}

static int bin(double x)
{
  int k = (int)(x / 100 * BINS);

  if (k < 0 || k >= BINS) {
    printf("%g is outside\n", x);
    return BINS - 1;
  }
  return k;
}

static void count(int n)
{
  int own[BINS] = {0}, i, k;

#pragma omp for
  for (i = 0; i < n; i++)
    own[bin(v[i])]++;
#pragma omp critical
  for (k = 0; k < BINS; k++)
    bins[k] += own[k];
#pragma omp barrier
}

int main(void)
{
  int k, round;
  double sum = 0;

  for (round = 0; round < 3; round++) {
#pragma omp parallel
    {
      fill(N, round == 1 ? 7 : -1);
      count(N);
#pragma omp for
      for (k = 0; k < N; k++)
        v[k] = (k * 7) % 100 - v[k] + (round == 1 && k == 9 ? 50 : 0);
    }
    for (k = 0; k < BINS; k++)
      printf("%d ", bins[k]);
    printf("\n");
  }
#pragma omp parallel for reduction(+ : sum)
  for (k = 0; k < N; k++) {
    assert(v[k] > -1000);
    sum += v[k];
  }
  printf("%g\n", sum);
  return 0;
}
