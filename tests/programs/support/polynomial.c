/* The second source file of call_other_file.c. */
#include "polynomial.h"

double polynomial_scale = 1.0;

static double step(double value, double x, double coefficient)
{
  return value * x + coefficient;
}

double polynomial(const double *coefficients, int degree, double x)
{
  double value = 0.0;
  int k;

  for (k = degree; k >= 0; k--)
    value = step(value, x, coefficients[k]);
  return polynomial_scale * value;
}

void polynomial_all(const double *coefficients, int degree, double *values, int n)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < n; i++)
    values[i] = polynomial(coefficients, degree, values[i]);
}
