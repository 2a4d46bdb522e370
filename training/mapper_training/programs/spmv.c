/* Sparse matrix times vector in compressed rows: indirect reads, rows of uneven length. */
#include <stdio.h>
#include <stdlib.h>

static void multiply(int n, const int *start, const int *column, const double *value, const double *x, double *y)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double sum = 0.0;
    for (int k = start[i]; k < start[i + 1]; k++) sum += value[k] * x[column[k]];
    y[i] = sum;
  }
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 100;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  int *start = malloc(((size_t)n + 1) * sizeof *start);
  if (start == NULL) return 1;
  start[0] = 0;
  for (int i = 0; i < n; i++) start[i + 1] = start[i] + 4 + i % 13;
  int *column = malloc((size_t)start[n] * sizeof *column);
  double *value = malloc((size_t)start[n] * sizeof *value);
  double *x = malloc((size_t)n * sizeof *x), *y = malloc((size_t)n * sizeof *y);
  if (column == NULL || value == NULL || x == NULL || y == NULL) return 1;
  for (int k = 0; k < start[n]; k++) {
    column[k] = (int)((unsigned)k * 2654435761u % (unsigned)n);
    value[k] = 1.0 / (1 + k % 31);
  }
  for (int i = 0; i < n; i++) x[i] = (double)(i % 9);
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      x[r % n] += 1.0;
      multiply(n, start, column, value, x, y);
      sum += y[r % n];
    } else {
      multiply(n, start, column, value, x, y);
    }
  }
  printf("%.10g %.12g\n", sum, y[n / 2]);
  free(start);
  free(column);
  free(value);
  free(x);
  free(y);
  return 0;
}
