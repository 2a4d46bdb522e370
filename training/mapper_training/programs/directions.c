/* Alternating directions: tridiagonal systems along the three axes of a cube, one after another in one region. */
#include <stdio.h>
#include <stdlib.h>

static void step(int n, const double c[n][n][n], double x[n][n][n], double q[n][n][n])
{
#pragma omp parallel
  {
#pragma omp for
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++) {
        for (int i = 1; i < n; i++) {
          double pivot = 1.0 / (1.0 + 2.0 * c[k][j][i] - c[k][j][i] * q[k][j][i - 1]);
          q[k][j][i] = c[k][j][i] * pivot;
          x[k][j][i] = (x[k][j][i] + 0.01 + c[k][j][i] * x[k][j][i - 1]) * pivot;
        }
        for (int i = n - 2; i >= 0; i--) x[k][j][i] += q[k][j][i] * x[k][j][i + 1];
      }
#pragma omp for
    for (int k = 0; k < n; k++) {
      for (int j = 1; j < n; j++)
        for (int i = 0; i < n; i++) {
          double pivot = 1.0 / (1.0 + 2.0 * c[k][j][i] - c[k][j][i] * q[k][j - 1][i]);
          q[k][j][i] = c[k][j][i] * pivot;
          x[k][j][i] = (x[k][j][i] + c[k][j][i] * x[k][j - 1][i]) * pivot;
        }
      for (int j = n - 2; j >= 0; j--)
        for (int i = 0; i < n; i++) x[k][j][i] += q[k][j][i] * x[k][j + 1][i];
    }
#pragma omp for
    for (int j = 0; j < n; j++) {
      for (int k = 1; k < n; k++)
        for (int i = 0; i < n; i++) {
          double pivot = 1.0 / (1.0 + 2.0 * c[k][j][i] - c[k][j][i] * q[k - 1][j][i]);
          q[k][j][i] = c[k][j][i] * pivot;
          x[k][j][i] = (x[k][j][i] + c[k][j][i] * x[k - 1][j][i]) * pivot;
        }
      for (int k = n - 2; k >= 0; k--)
        for (int i = 0; i < n; i++) x[k][j][i] += q[k][j][i] * x[k + 1][j][i];
    }
  }
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 8, middle = n / 2;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  double(*x)[n][n] = malloc((size_t)n * sizeof *x), (*c)[n][n] = malloc((size_t)n * sizeof *c);
  double(*q)[n][n] = calloc((size_t)n, sizeof *q), sum = 0.0;
  if (x == NULL || c == NULL || q == NULL) return 1;
  for (int k = 0; k < n; k++)
    for (int j = 0; j < n; j++)
      for (int i = 0; i < n; i++) {
        x[k][j][i] = (double)((i + j + k) % 13);
        c[k][j][i] = 0.1 * (double)((i * j + k) % 4);
      }
  for (int r = 0; r < repeats; r++) {
    step(n, (const double(*)[n][n])c, x, q);
    if (touch) {
      c[r % n][middle][middle] = 0.2;
      sum += x[middle][middle][middle];
    }
  }
  printf("%.9g %.9g\n", sum, x[middle][middle][middle]);
  free(x);
  free(c);
  free(q);
  return 0;
}
