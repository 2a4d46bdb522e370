/* Tables of pointers from 1 on: what is before the first entry was never set, and leads nowhere.  How far the loops reach
 * into the rows depends on data, but not which entries they reach.  expect: offloaded=7 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define WRONG ((uintptr_t)0x7654321089 * 8)

/* A table of entries from 1 to n; one more has room before them. */
static void **table(int n) {
  void **entries = malloc((n + 1) * sizeof *entries);
  entries[0] = (void *)WRONG;
  return entries;
}

static double ***tensor(int n, int m, int length) {
  double ***planes = (double ***)table(n);
  double **rows = (double **)table(n * m), *elements = calloc((size_t)n * m * length + 1, sizeof(double));
  for (int i = 1; i <= n; i++) {
    planes[i] = rows + (i - 1) * m;
    for (int j = 1; j <= m; j++)
      planes[i][j] = elements + ((i - 1) * m + j - 1) * length;
  }
  return planes;
}

static double total(double **row, const int *length, int i) {
  double sum = 0;
  for (int k = 0; k < length[i]; k++)
    sum += row[i][k];
  return sum;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 60, m = 5, *length = malloc((n + 1) * sizeof *length), i, j, k;
  double **ragged = (double **)table(n), ***x = tensor(n, m, 8), *sum = calloc(n + 1, sizeof *sum), all = 0;
  int **cell = (int **)table(n);
  for (i = 1; i <= n; i++) {
    length[i] = i * 7 % 8;
    ragged[i] = malloc((length[i] + 1) * sizeof(double));
    cell[i] = malloc(8 * sizeof(int));
  }
#pragma omp parallel for private(k)
  for (i = 1; i <= n; i++)
    for (k = 0; k < length[i]; k++) {
      ragged[i][k] = i + k;
      cell[i][k] = (i * 3 + k) % n + 1;
    }
#pragma omp parallel for
  for (i = 1; i <= n; i++)
    sum[i] = total(ragged, length, i);
#pragma omp parallel for private(k)
  for (i = 1; i <= n; i++)
    for (k = 0; k < length[i]; k++)
#pragma omp atomic
      sum[cell[i][k]] += ragged[i][k];
#pragma omp parallel for private(j, k)
  for (i = 1; i <= n; i++)
    for (j = 1; j <= m; j++)
      for (k = 0; k < length[j + 1]; k++)
        x[i][j][k] = sum[i] + j + k;
#pragma omp parallel for reduction(+ : all) private(j, k)
  for (i = 1; i <= n; i++)
    for (j = 1; j <= m; j++)
      for (k = length[j + 1] - 1; k >= 0; k--)
        all += x[i][j][k] * k;
#pragma omp parallel for private(k)
  for (i = n - 1; i > n / 2; i -= 2) /* rows of other iterations, too */
    for (k = 0; k < length[i] && k < length[i + 1]; k++)
      ragged[i][k] += ragged[i + 1][k];
#pragma omp parallel for reduction(+ : all) private(k)
  for (i = 1; i <= n; i++) {
    k = 0;
    while (k < length[i] && ragged[i][k] > 0)
      all += ragged[i][k++];
  }
  printf("%.1f %.1f %.1f\n", all, sum[1], sum[n]);
}
