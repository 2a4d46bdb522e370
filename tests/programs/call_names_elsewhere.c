/* Functions that a loop calls through a pointer, and that have no name there: static ones of another file, those
 * that are defined behind the loop, and one whose name means a variable there.
 *
 * expect: offloaded=3  with: support/apply.c */
#include <math.h>
#include <stdio.h>

#include "support/apply.h"

enum { N = 200 };

typedef double function(double);

static double values[N], offsets[3] = {1, 2, 4};

static function half, square;

static void here(function *f)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    values[i] = f(values[i]) + 1;
}

static double half(double x)
{
  return x * 0.5;
}

static double square(double x)
{
  return x * x;
}

static void hidden(function *f)
{
  double half = 3;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    values[i] = f(values[i]) - half;
}

static double on_line(double x, const void *context)
{
  const double *numbers = context;
  return x * 0.25 + numbers[fabs(x) > 9];
}

static double plus(double x, const void *context)
{
  return x + *(const int *)context;
}

int main(void)
{
  int three = 3;
  for (int i = 0; i < N; i++)
    values[i] = i * 0.125;
  here(half);
  here(square);
  hidden(half);
  hidden(square);
  apply(values, N, on_line, offsets);
  apply(values, N, plus, &three);
  apply_named(values, N, "double");
  apply_named(values, N, "negative");
  offsets[1] = 7;
  apply(values, N, on_line, offsets);
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += values[i] * (i % 5);
  printf("%.9g\n", sum);
  return 0;
}
