/* Serial code right behind directives without a statement uses what loops have written.  expect: offloaded=1 */
#include <stdio.h>

#define N 5000

static double a[N];

static void step(double *p, int n, int k)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    p[i] = 0.5 * p[i] + k;
}

static double waits(double *p, int n)
{
  step(p, n, 1);
#pragma omp taskwait
  return p[1] + p[n - 1];
}

static void flushes(double *p, int n)
{
  step(p, n, 2);
#pragma omp flush
  p[4] = 3.0;
  step(p, n, 3);
#pragma omp taskyield
  p[5] += p[4];
}

int main(void)
{
  double sum = 0.0;

  for (int k = 0; k < 5; k++) {
    sum += waits(a, N);
    flushes(a, N);
  }
  printf("%.10g %.10g %.10g\n", sum, a[4], a[5]);
  return 0;
}
