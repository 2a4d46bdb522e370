/* Histograms by thread number: cleared, counted and added up by all threads, their rows as many as there are threads;
 * the number comes from a function, goes down as an argument, and the count of threads is a shared variable.
 * expect: offloaded=5 */
#include <stdio.h>
#include <stdlib.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#define N 5003
#define BINS 37

static int value[N], total[BINS], seen[N], team;
static int (*histogram)[BINS];

static int number(void)
{
#ifdef _OPENMP
  return omp_get_thread_num();
#else
  return 0;
#endif
}

static int threads(void)
{
#ifdef _OPENMP
  return omp_get_num_threads();
#else
  return 1;
#endif
}

static int most(void)
{
#ifdef _OPENMP
  return omp_get_max_threads();
#else
  return 1;
#endif
}

static void count(int me)
{
  int b;
  long k;

  for (b = 0; b < BINS; b++)
    histogram[me][b] = 0;
#pragma omp for schedule(static)
  for (k = 0; k < N; k++)
    histogram[me][value[k] % BINS]++;
#pragma omp for schedule(static, 7)
  for (k = N - 1; k >= 0; k -= 3) {
    int *mine = histogram[me];

    if (value[k] % 2)
      mine[value[k] % BINS] += 2;
  }
}

static void add(void)
{
  int b, t;

#pragma omp for
  for (b = 0; b < BINS; b++)
    for (t = 0; t < team; t++)
      total[b] += histogram[t][b];
}

int main(void)
{
  int i, j, round;
  long sum = 0;

  histogram = malloc((size_t)most() * sizeof *histogram);
  for (i = 0; i < N; i++)
    value[i] = (i * 7919 + i * i % 13) % 1009;
  for (round = 0; round < 3; round++) {
#pragma omp parallel private(i, j)
    {
      int me = number(), b;

#pragma omp single
      team = threads();
      count(me);
      add();
#pragma omp barrier
      for (b = 0; b < BINS; b++)
        histogram[me][b] = me;
#pragma omp for collapse(2) schedule(static)
      for (i = 1; i < 50; i += 2)
        for (j = 99; j > 0; j -= 3)
          seen[i * 100 + j] = histogram[me][3] - histogram[me][7] + (histogram[number()][5] == me);
    }
  }
#pragma omp parallel for
  for (i = 0; i < N; i++)
    seen[i] += threads() - threads();
  for (i = 0; i < BINS; i++)
    printf("%d ", total[i]);
  for (i = 0; i < N; i++)
    sum += seen[i];
  printf("%ld\n", sum);
  free(histogram);
  return 0;
}
