/* A matrix of nine diagonals times a vector: the diagonals lie one after another. */
#include <stdio.h>
#include <stdlib.h>

static void multiply(long n, const double *band, const double *x, double *y)
{
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    double sum = 0.0;
    for (long d = 0; d < 9; d++) {
      long j = i + d - 4;
      if (j >= 0 && j < n) sum += band[d * n + i] * x[j];
    }
    y[i] = sum;
  }
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  double *band = malloc((size_t)(9 * n) * sizeof *band);
  double *x = malloc((size_t)n * sizeof *x);
  double *y = malloc((size_t)n * sizeof *y);
  if (band == NULL || x == NULL || y == NULL) return 1;
  for (long i = 0; i < 9 * n; i++) band[i] = 1.0 / (double)(1 + i % 11);
  for (long i = 0; i < n; i++) x[i] = (double)(i % 13);
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      x[r % n] += 1.0;
      multiply(n, band, x, y);
      sum += y[r % n];
    } else {
      multiply(n, band, x, y);
    }
  }
  printf("%.10g %.10g %.10g\n", sum, y[4], y[n / 2]);
  free(band);
  free(x);
  free(y);
  return 0;
}
