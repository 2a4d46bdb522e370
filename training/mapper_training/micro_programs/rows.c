/* What blocks of memory cost that move one by one: rows of eight numbers, all of which the host writes before each
 * loop, and as many numbers in one array. */
#include <stdio.h>
#include <stdlib.h>

enum { LENGTH = 8 };

static void table(long n, double **x, double *y)
{
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    double sum = 0.0;
    for (int j = 0; j < LENGTH; j++) sum += x[i][j];
    y[i] = sum;
  }
}

static void array(long n, const double *x, double *y)
{
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    double sum = 0.0;
    for (int j = 0; j < LENGTH; j++) sum += x[i * LENGTH + j];
    y[i] = sum;
  }
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 64;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  double **rows = malloc((size_t)n * sizeof *rows), *all = malloc((size_t)n * LENGTH * sizeof *all);
  double *y = malloc((size_t)n * sizeof *y), sum = 0.0;
  if (n < 1 || rows == NULL || all == NULL || y == NULL) return 1;
  for (long i = 0; i < n; i++)
    if ((rows[i] = malloc(LENGTH * sizeof **rows)) == NULL) return 1;
  for (int r = 0; r < repeats; r++) {
    for (long i = 0; i < n; i++)
      for (int j = 0; j < LENGTH; j++) rows[i][j] = (double)(r + (i + j) % 64);
    table(n, rows, y);
    sum += y[n - 1];
  }
  for (int r = 0; r < repeats; r++) {
    for (long i = 0; i < n * LENGTH; i++) all[i] = (double)(r + i % 64);
    array(n, all, y);
    sum += y[n - 1];
  }
  printf("%.12g\n", sum);
  for (long i = 0; i < n; i++) free(rows[i]);
  free(rows);
  free(all);
  free(y);
  return 0;
}
