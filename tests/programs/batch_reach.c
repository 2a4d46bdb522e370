/* Launches that follow each other and say to reach differently far into arrays; some of them are one array.
 * expect: offloaded=3 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 40 };

/* Each column of a triangular matrix, further into it. */
static void solve(int n, const double *column, double *x)
{
#pragma omp parallel
  for (int k = 0; k < n; k++) {
#pragma omp for
    for (int i = k + 1; i < n; i++) x[i] -= column[k * n + i] * x[k];
  }
}

/* Rows in groups, whose bounds are data. */
static void levels(int count, const int *first, const int *row, double *x)
{
#pragma omp parallel
  for (int l = 0; l < count; l++) {
#pragma omp for
    for (int p = first[l]; p < first[l + 1]; p++) x[row[p]] += 0.5 * x[row[p] / 2];
  }
}

/* Halves of one array, which reach towards each other. */
static void fold(int n, double *low, const double *high)
{
#pragma omp parallel
  for (int k = 1; k < n; k++) {
#pragma omp for
    for (int i = 0; i < k; i++) low[i] += 0.25 * high[i];
  }
}

int main(void)
{
  double *column = malloc(sizeof *column * N * N), *x = malloc(sizeof *x * N);
  int first[] = {1, 2, 4, 8, 16, 32, N}, *row = malloc(sizeof *row * N);
  if (column == NULL || x == NULL || row == NULL) return 1;
  for (int i = 0; i < N * N; i++) column[i] = (i % 5) * 0.01;
  for (int i = 0; i < N; i++) {
    x[i] = 1.0 + i % 3;
    row[i] = i;
  }
  solve(N, column, x);
  levels(6, first, row, x);
  fold(N / 2, x, x + N / 2);
  for (int i = 0; i < N; i++) printf("%.9g\n", x[i]);
  free(column);
  free(x);
  free(row);
  return 0;
}
