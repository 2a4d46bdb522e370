/* Factors of a matrix of n rows without pivoting: each column is scaled, then all columns behind it change. */
#include <stdio.h>
#include <stdlib.h>

static void factor(int n, const double *matrix, double *a)
{
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) a[(long)i * n + j] = matrix[(long)i * n + j];
    for (int k = 0; k < n - 1; k++) {
#pragma omp for
      for (int i = k + 1; i < n; i++) a[(long)i * n + k] /= a[(long)k * n + k];
#pragma omp for
      for (int i = k + 1; i < n; i++)
        for (int j = k + 1; j < n; j++) a[(long)i * n + j] -= a[(long)i * n + k] * a[(long)k * n + j];
    }
  }
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 32;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  size_t all = (size_t)n * (size_t)n;
  double *matrix = malloc(all * sizeof *matrix);
  double *a = malloc(all * sizeof *a);
  if (matrix == NULL || a == NULL) return 1;
  for (size_t i = 0; i < all; i++) matrix[i] = i % ((size_t)n + 1) == 0 ? n : (double)(i % 11) * 0.1;
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      matrix[(size_t)r * (size_t)(n + 1) % all] += 1.0;
      factor(n, matrix, a);
      sum += a[all - 1];
    } else {
      factor(n, matrix, a);
    }
  }
  printf("%.8g %.8g\n", sum, a[all - 1]);
  free(matrix);
  free(a);
  return 0;
}
