/* Threads whose number is given merge what they have found, which is the same for any number of them.
 * expect: offloaded=5 kept=K013 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000, VECTORS = 3 };

static double largest(const double *x, int n, int threads)
{
  double max = 0, most;
  (void)threads;
#pragma omp parallel private(most) num_threads(threads)
  {
    most = 0;
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      if (fabs(x[i]) > most)
        most = fabs(x[i]);
#pragma omp critical
    {
      if (most > max)
        max = most;
    }
  }
  return max;
}

static void products(double *const *y, const double *x, double *sums, int n, int threads)
{
  double sum;
  const double *row;
  (void)threads;
#pragma omp parallel private(sum, row) num_threads(threads)
  for (int k = 0; k < VECTORS; k++) {
    row = y[k];
    sum = 0;
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      sum += x[i] * row[i];
#pragma omp critical
    sums[k] += sum;
  }
}

int main(void)
{
  double *x = malloc(N * sizeof *x), *y[VECTORS], sums[VECTORS] = {1, 2, 3};
  long total = 5;
  unsigned odd = 7, all = ~0U;
  int count = 0, few = 0;

  for (int k = 0; k < VECTORS; k++) {
    y[k] = malloc(N * sizeof *y[k]);
    for (int i = 0; i < N; i++)
      y[k][i] = i % (k + 2);
  }
  for (int i = 0; i < N; i++)
    x[i] = (i * 37) % 101 - 50;
  for (int threads = 1; threads <= 4; threads++)
    printf("%g\n", largest(x, N, threads));
  products(y, x, sums, N, 3);

#pragma omp parallel num_threads(3)
  {
    long mine = 0;
    unsigned bits = 0, common = ~0U;
#pragma omp for
    for (int i = 0; i < N; i++)
      mine += i % 11;
#pragma omp atomic
    total += 2 * mine;
#pragma omp for
    for (int i = 0; i < N; i++) {
      bits ^= (unsigned)i * 5;
      common &= (unsigned)i | 96;
    }
#pragma omp critical(odd)
    {
      odd ^= bits;
      all &= common;
    }
  }

  /* The number itself is what these count: each thread runs its part. */
#pragma omp parallel num_threads(3)
  {
#pragma omp for
    for (int i = 0; i < N; i++)
      x[i] += 1;
#pragma omp atomic
    count++;
  }
#pragma omp parallel num_threads(2)
  {
    int mine = 1;
#pragma omp for
    for (int i = 0; i < N; i++)
      mine += i % 2;
#pragma omp critical
    few += mine;
  }
  printf("%.6f %.6f %.6f %ld %u %u\n", sums[0], sums[1], sums[2], total, odd, all);
  printf("%d %d %g\n", count > 0, few >= N / 2, x[5]);
  for (int k = 0; k < VECTORS; k++)
    free(y[k]);
  free(x);
  return 0;
}
