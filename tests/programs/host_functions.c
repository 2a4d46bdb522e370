/* Functions of the host read and write device data through parameters and globals.  expect: offloaded=2 */
#include <stdio.h>

#define N 55

static double a[N];

static double total(const double *values, int n)
{
  double sum = 0.0;
  int i;

  for (i = 0; i < n; i++)
    sum += values[i];
  return sum;
}

static void damp(void)
{
  int i;

  for (i = 0; i < N; i += 2)
    a[i] *= 0.5;
}

static double first(const double *values)
{
  return values[0] + total(values + 1, 3);
}

int main(void)
{
  int i, round;

  for (round = 0; round < 3; round++) {
#pragma omp parallel for
    for (i = 0; i < N; i++)
      a[i] += i + 0.5;
    printf("%.12g\n", total(a, N));
    damp();
#pragma omp parallel for
    for (i = 0; i < N; i++)
      a[i] = a[i] * 2.0 - 1.0;
    printf("%.12g\n", first(a));
  }
  return 0;
}
