/* Sparse matrix by vector in compressed rows, again and again.  expect: offloaded=2 */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
  int n = 300, i, k, round, nonzero = 0;
  int *start = malloc((n + 1) * sizeof *start);
  int *column = malloc(5 * n * sizeof *column);
  double *value = malloc(5 * n * sizeof *value);
  double *x = malloc(n * sizeof *x);
  double *y = malloc(n * sizeof *y);
  double norm = 0.0;

  if (!start || !column || !value || !x || !y)
    return 1;
  for (i = 0; i < n; i++) {
    x[i] = 1.0;
    start[i] = nonzero;
    for (k = 0; k < i % 6; k++) {
      column[nonzero] = (i * 17 + k * 53) % n;
      value[nonzero++] = 0.1 * (k + 1);
    }
  }
  start[n] = nonzero;
  for (round = 0; round < 4; round++) {
#pragma omp parallel for private(k)
    for (i = 0; i < n; i++) {
      double sum = 0.5;

      for (k = start[i]; k < start[i + 1]; k++)
        sum += value[k] * x[column[k]];
      y[i] = sum;
    }
    norm = 0.0;
#pragma omp parallel for reduction(+ : norm)
    for (i = 0; i < n; i++) {
      x[i] = y[i];
      norm += y[i] * y[i];
    }
    printf("%.12g\n", norm);
  }
  printf("%.12g %.12g\n", x[7], x[n - 1]);
  free(start);
  free(column);
  free(value);
  free(x);
  free(y);
  return 0;
}
