/* Matrix times vector, one row an iteration: neighbouring work-items are a whole row apart. */
#include <stdio.h>
#include <stdlib.h>

static void multiply(int n, const double *a, const double *x, double *y)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double sum = 0.0;
    for (int j = 0; j < n; j++) sum += a[i * n + j] * x[j];
    y[i] = sum;
  }
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 32;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  double *a = malloc((size_t)n * (size_t)n * sizeof *a);
  double *x = malloc((size_t)n * sizeof *x), *y = malloc((size_t)n * sizeof *y);
  if (a == NULL || x == NULL || y == NULL) return 1;
  for (int i = 0; i < n * n; i++) a[i] = (double)(i % 13);
  for (int i = 0; i < n; i++) x[i] = (double)(i % 7);
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      x[r % n] += 1.0;
      multiply(n, a, x, y);
      sum += y[r % n];
    } else {
      multiply(n, a, x, y);
    }
  }
  printf("%.10g %.12g %.12g\n", sum, y[0], y[n - 1]);
  free(a);
  free(x);
  free(y);
  return 0;
}
