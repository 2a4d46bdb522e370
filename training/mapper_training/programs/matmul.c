/* Dense matrix product, one row-column product a work-item: much reuse, much arithmetic. */
#include <stdio.h>
#include <stdlib.h>

static void multiply(int n, const double *a, const double *b, double *c)
{
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0.0;
      for (int k = 0; k < n; k++) sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 32;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  size_t bytes = (size_t)n * (size_t)n * sizeof(double);
  double *a = malloc(bytes), *b = malloc(bytes), *c = malloc(bytes);
  if (a == NULL || b == NULL || c == NULL) return 1;
  for (int i = 0; i < n * n; i++) {
    a[i] = (double)(i % 13);
    b[i] = (double)(i % 11);
  }
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      a[r % n] = 2.0;
      multiply(n, a, b, c);
      sum += c[r % n];
    } else {
      multiply(n, a, b, c);
    }
  }
  printf("%.10g %.12g %.12g\n", sum, c[0], c[n * n - 1]);
  free(a);
  free(b);
  free(c);
  return 0;
}
