/* Work-shared loops in functions that the region calls; each thread has counters and scalars of its own there.
 * expect: offloaded=3 */
#include <stdio.h>

#define N 400

static double a[N], b[N];

static void fill(double *x, int n, double factor)
{
  int i;
  double half = factor / 2, term;

#pragma omp for
  for (i = 0; i < n; i++) {
    term = half * i;
    x[i] = term + 1;
  }
}

static void add(double x[], const double y[], int n)
{
  for (int round = 0; round < 3; round++) {
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      x[i] += y[n - 1 - i] * round;
  }
}

int main(void)
{
  double sum = 0;

#pragma omp parallel
  {
    fill(a, N, 3);
    fill(b, N, 0.5);
    add(a, b, N);
#pragma omp for
    for (int i = 0; i < N; i++)
      b[i] -= a[i] / 8;
  }
  for (int i = 0; i < N; i++)
    sum += a[i] * (i % 7) - b[i];
  printf("%.6f %.6f %.6f\n", a[3], b[N - 1], sum);
  return 0;
}
