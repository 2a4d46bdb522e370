/* Three steps of conjugate gradients on a tridiagonal matrix: a region of several loops, two with reductions. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  size_t bytes = (size_t)n * sizeof(double);
  double *x = malloc(bytes), *d = malloc(bytes), *p = malloc(bytes), *q = malloc(bytes);
  if (x == NULL || d == NULL || p == NULL || q == NULL) return 1;
  for (int r = 0; r < repeats; r++) {
    double square = 0.0, product = 0.0, next = 0.0, alpha = 0.0, beta = 0.0;
#pragma omp parallel
    {
#pragma omp for reduction(+ : square)
      for (int i = 0; i < n; i++) {
        x[i] = 0.0;
        d[i] = p[i] = 1.0 + i % 3;
        square += d[i] * d[i];
      }
      for (int step = 0; step < 3; step++) {
#pragma omp for reduction(+ : product)
        for (int i = 0; i < n; i++) {
          q[i] = 4.0 * p[i] - (i > 0 ? p[i - 1] : 0.0) - (i < n - 1 ? p[i + 1] : 0.0);
          product += p[i] * q[i];
        }
#pragma omp single
        {
          alpha = product > 0.0 ? square / product : 0.0;
          product = 0.0;
        }
#pragma omp for reduction(+ : next)
        for (int i = 0; i < n; i++) {
          x[i] += alpha * p[i];
          d[i] -= alpha * q[i];
          next += d[i] * d[i];
        }
#pragma omp single
        {
          beta = square > 0.0 ? next / square : 0.0;
          square = next;
          next = 0.0;
        }
#pragma omp for
        for (int i = 0; i < n; i++) p[i] = d[i] + beta * p[i];
      }
    }
  }
  printf("%.8g %.8g\n", x[n / 2], x[n - 1]);
  free(x);
  free(d);
  free(p);
  free(q);
  return 0;
}
