/* A vector plus a multiple of another: two streams in, one of them out. */
#include <stdio.h>
#include <stdlib.h>

static void axpy(long n, double a, const double *x, double *y)
{
#pragma omp parallel for
  for (long i = 0; i < n; i++) y[i] += a * x[i];
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
    x[i] = (double)(i % 23);
    y[i] = (double)(i % 7);
  }
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      x[r % n] += 1.0;
      axpy(n, 0.25, x, y);
      sum += y[r % n];
    } else {
      axpy(n, 0.25, x, y);
    }
  }
  printf("%.10g %.10g %.10g\n", sum, y[0], y[n - 1]);
  free(x);
  free(y);
  return 0;
}
