/* Functions and a variable of another source file.  expect: offloaded=2  with: support/polynomial.c */
#include <stdio.h>

#include "support/polynomial.h"

#define N 40

static double values[N];

int main(void)
{
  double coefficients[4] = {1.0, -0.5, 0.25, 2.0};
  int i;

#pragma omp parallel for
  for (i = 0; i < N; i++)
    values[i] = polynomial(coefficients, 3, 0.1 * i);
  polynomial_scale = 0.5;
  polynomial_all(coefficients, 2, values, N);
  for (i = 0; i < N; i += 4)
    printf("%.12g\n", values[i]);
  return 0;
}
