/* Thirty-two steps of Runge and Kutta's method for many small systems: arithmetic in double precision, few bytes. */
#include <stdio.h>
#include <stdlib.h>

static void integrate(long n, double *x, double *y)
{
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    double p = x[i], q = y[i];
    const double h = 0.01;
    for (int step = 0; step < 32; step++) {
      double p1 = q, q1 = 0.5 * (1.0 - p * p) * q - p;
      double p2 = q + 0.5 * h * q1, a = p + 0.5 * h * p1, q2 = 0.5 * (1.0 - a * a) * p2 - a;
      double p3 = q + 0.5 * h * q2, b = p + 0.5 * h * p2, q3 = 0.5 * (1.0 - b * b) * p3 - b;
      double p4 = q + h * q3, c = p + h * p3, q4 = 0.5 * (1.0 - c * c) * p4 - c;
      p += h / 6.0 * (p1 + 2.0 * p2 + 2.0 * p3 + p4);
      q += h / 6.0 * (q1 + 2.0 * q2 + 2.0 * q3 + q4);
    }
    x[i] = p;
    y[i] = q;
  }
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  double *x = malloc((size_t)n * sizeof *x);
  double *y = malloc((size_t)n * sizeof *y);
  if (x == NULL || y == NULL) return 1;
  for (long i = 0; i < n; i++) {
    x[i] = 1.0 + (double)(i % 10) / 10.0;
    y[i] = 0.0;
  }
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      x[r % n] += 0.125;
      integrate(n, x, y);
      sum += y[r % n];
    } else {
      integrate(n, x, y);
    }
  }
  printf("%.10g %.10g %.10g\n", sum, x[0], y[n - 1]);
  free(x);
  free(y);
  return 0;
}
