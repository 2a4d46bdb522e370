/* A prototype with `static` makes the function behind it the file's own, and so a variable that `extern` names again;
 * another file has a function and a variable of these names.  expect: offloaded=2  with: support/gauge.c */
#include <stdio.h>

#include "support/gauge.h"

#define N 300

static double weight(int i);
static double scale = 2;

static double total(const double *of, int n);

extern double scale;

int main(void)
{
  double a[N];
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    a[i] = scale * weight(i) + gauge_bias(i);
  printf("%g %g %g\n", a[0], a[N - 1], total(a, N));
  printf("%g\n", gauge(3));
  return 0;
}

double weight(int i)
{
  return 3 * i + 1;
}

double total(const double *of, int n)
{
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += of[i];
  return sum;
}
