/* Sparse matrix of eight numbers a row times a vector, stored by columns: neighbours read neighbours. */
#include <stdio.h>
#include <stdlib.h>

static void multiply(long n, const int *column, const float *value, const float *x, float *y)
{
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    float sum = 0.0f;
    for (long k = 0; k < 8; k++) sum += value[k * n + i] * x[column[k * n + i]];
    y[i] = sum;
  }
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  int *column = malloc((size_t)(8 * n) * sizeof *column);
  float *value = malloc((size_t)(8 * n) * sizeof *value);
  float *x = malloc((size_t)n * sizeof *x);
  float *y = malloc((size_t)n * sizeof *y);
  if (column == NULL || value == NULL || x == NULL || y == NULL) return 1;
  for (long k = 0; k < 8 * n; k++) {
    column[k] = (int)((unsigned)k * 2246822519u % (unsigned)n);
    value[k] = 1.0f / (float)(1 + k % 8);
  }
  for (long i = 0; i < n; i++) x[i] = (float)(1 + i % 9);
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      x[r % n] += 1.0f;
      multiply(n, column, value, x, y);
      sum += (double)y[r % n];
    } else {
      multiply(n, column, value, x, y);
    }
  }
  printf("%.10g %.10g %.10g\n", sum, (double)y[0], (double)y[n - 1]);
  free(column);
  free(value);
  free(x);
  free(y);
  return 0;
}
