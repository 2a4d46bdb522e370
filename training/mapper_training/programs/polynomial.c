/* Polynomial of degree 47 by Horner's rule in double precision: one chain of arithmetic an element. */
#include <stdio.h>
#include <stdlib.h>

static void evaluate(int n, const double *coefficient, const double *x, double *y)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double value = 0.0;
    for (int k = 47; k >= 0; k--) value = value * x[i] + coefficient[k];
    y[i] = value;
  }
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  double coefficient[48];
  double *x = malloc((size_t)n * sizeof *x), *y = malloc((size_t)n * sizeof *y);
  if (x == NULL || y == NULL) return 1;
  for (int k = 0; k < 48; k++) coefficient[k] = 1.0 / (1 + k);
  for (int i = 0; i < n; i++) x[i] = (double)(i % 997) / 1000.0;
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      x[r % n] += 0.001;
      evaluate(n, coefficient, x, y);
      sum += y[r % n];
    } else {
      evaluate(n, coefficient, x, y);
    }
  }
  printf("%.10g %.10g %.10g\n", sum, y[n / 2], y[n - 1]);
  free(x);
  free(y);
  return 0;
}
