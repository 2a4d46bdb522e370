/* A triangular system with few elements a row, solved level by level: a list of rows that may run side by side. */
#include <stdio.h>
#include <stdlib.h>

static void solve(int levels, const int *first, const int *row, int n, const double *a, double *x)
{
#pragma omp parallel
  for (int l = 0; l < levels; l++) {
#pragma omp for schedule(static)
    for (int p = first[l]; p < first[l + 1]; p++) {
      int i = row[p], left = i % n, up = i / n;
      double value = a[i];
      for (int c = 0; c < 5; c++) value = 0.5 * value + 0.1 * c;
      if (left > 0) value += 0.3 * x[i - 1];
      if (up > 0) value += 0.3 * x[i - n];
      x[i] = value;
    }
  }
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 32;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  int levels = 2 * n - 1, at = 0;
  int *first = malloc((size_t)(levels + 1) * sizeof *first);
  int *row = malloc((size_t)n * (size_t)n * sizeof *row);
  double *a = malloc((size_t)n * (size_t)n * sizeof *a);
  double *x = malloc((size_t)n * (size_t)n * sizeof *x);
  if (first == NULL || row == NULL || a == NULL || x == NULL) return 1;
  for (int l = 0; l < levels; l++) {
    first[l] = at;
    for (int i = l < n ? 0 : l - n + 1; i <= (l < n ? l : n - 1); i++) row[at++] = i * n + (l - i);
  }
  first[levels] = at;
  for (int i = 0; i < at; i++) {
    a[i] = (double)(i % 11);
    x[i] = 0.0;
  }
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      a[r % at] = 2.0;
      solve(levels, first, row, n, a, x);
      sum += x[r % at];
    } else {
      solve(levels, first, row, n, a, x);
    }
  }
  printf("%.8g %.8g\n", sum, x[at - 1]);
  free(first);
  free(row);
  free(a);
  free(x);
  return 0;
}
