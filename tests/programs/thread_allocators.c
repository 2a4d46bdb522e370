/* Memory of threads and iterations from functions of another file that only allocate; one that counts its blocks.
 * expect: offloaded=3 kept=K020,K002  with: support/blocks.c */
#include <stdio.h>
#include <stdlib.h>

#include "support/blocks.h"

static void sums(const int *key, int n, int m, long *all)
{
#pragma omp parallel
  {
    long *mine = (long *)need(m, sizeof(long));
#pragma omp for nowait
    for (int i = 0; i < n; i++)
      mine[key[i]] += i;
#pragma omp critical
    for (int k = 0; k < m; k++)
      all[k] += mine[k];
    release(mine);
  }
}

static void before(const double *x, int n, int m, double *y)
{
#pragma omp parallel
  {
    double *t = need(m, sizeof(double));
#pragma omp for
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < m; k++)
        t[k] = x[i] * k;
      double s = 0;
      for (int k = m - 1; k >= 0; k--)
        s += t[k] * t[m - 1 - k];
      y[i] = s;
    }
    release(t);
  }
}

static void within(const double *x, int n, int m, double *y)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double *t = numbers(m);
    for (int k = 0; k < m; k++)
      t[k] = x[i] + k;
    double s = 0;
    for (int k = m - 1; k >= 0; k--)
      s += t[k] * t[m - 1 - k];
    y[i] = s;
    release(t);
  }
}

static void counting(const double *x, int n, int m, double *y)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double *t = counted(m * sizeof(double));
    for (int k = 0; k < m; k++)
      t[k] = x[i] - k;
    double s = 0;
    for (int k = m - 1; k >= 0; k--)
      s += t[k] * t[m - 1 - k];
    y[i] = s;
    release(t);
  }
}

static void last_of_thread(const double *x, int n, int m, double *y)
{ /* each iteration reads what the one before of its thread left: not scratch memory */
#pragma omp parallel num_threads(1)
  {
    double *t = need(m, sizeof(double));
#pragma omp for
    for (int i = 0; i < n; i++) {
      y[i] = t[i % m];
      t[i % m] = x[i] + y[i];
    }
    release(t);
  }
}

int main(void)
{
  int n = 1000, m = 16;
  int *key = malloc(n * sizeof *key);
  double *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y);
  long all[16] = {0};
  for (int i = 0; i < n; i++) {
    key[i] = i * 7 % m;
    x[i] = i % 13;
  }
  sums(key, n, m, all);
  for (int i = 0; i < m; i++)
    printf("%ld\n", all[i]);
  before(x, n, m, y);
  printf("%g %g\n", y[3], y[n - 1]);
  within(x, n, m, y);
  printf("%g %g\n", y[3], y[n - 1]);
  counting(x, n, m, y);
  printf("%g %g %d\n", y[3], y[n - 1], blocks_counted());
  last_of_thread(x, n, m, y);
  printf("%g %g\n", y[3], y[n - 1]);
  free(key);
  free(x);
  free(y);
}
