/* Forward substitution with a triangular matrix, column by column: n short loops in one region. */
#include <stdio.h>
#include <stdlib.h>

static void solve(int n, const double *column, const double *right, double *x)
{
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; i++) x[i] = right[i];
    for (int k = 0; k < n; k++) {
#pragma omp for
      for (int i = k + 1; i < n; i++) x[i] -= column[(long)k * n + i] * x[k];
    }
  }
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 32;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  double *column = malloc((size_t)n * (size_t)n * sizeof *column);
  double *right = malloc((size_t)n * sizeof *right);
  double *x = malloc((size_t)n * sizeof *x);
  if (column == NULL || right == NULL || x == NULL) return 1;
  for (long i = 0; i < (long)n * n; i++) column[i] = (double)(i % 5) / n;
  for (int i = 0; i < n; i++) right[i] = (double)(i % 3);
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      right[r % n] += 1.0;
      solve(n, column, right, x);
      sum += x[r % n];
    } else {
      solve(n, column, right, x);
    }
  }
  printf("%.8g %.8g %.8g\n", sum, x[0], x[n - 1]);
  free(column);
  free(right);
  free(x);
  return 0;
}
