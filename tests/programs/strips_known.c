/* Loops whose work their text says, and which give the same results when they run again: products, sums, windows.
   expect: offloaded=5 */
#include <stdio.h>
#include <stdlib.h>

#define N 150

static double a[N][N], b[N][N], c[N][N];

int main(void)
{
  double total = 0.5, trace = 0, *sums = malloc(N * sizeof *sums), **rows = malloc(N * sizeof *rows);

  for (int i = 0; i < N; i++) {
    rows[i] = malloc(N * sizeof **rows);
    for (int j = 0; j < N; j++) {
      a[i][j] = (i * 7 + j * 3) % 11 - 5;
      b[i][j] = (i * 5 + j) % 13 - 6;
      rows[i][j] = (i + 2 * j) % 9 - 4;
    }
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double sum = 0;
      for (int k = 0; k < N; k++)
        sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
#pragma omp parallel for reduction(+ : total)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      total += c[i][j] * a[j][i];
#pragma omp parallel for schedule(dynamic, 3)
  for (int i = N - 2; i >= 1; i--) {
    double sum = 0;
    for (int j = 1; j < N - 1; j++)
      sum += c[i - 1][j] + c[i + 1][j] + c[i][j - 1] - c[i][j + 1];
    sums[i] = sum;
  }
  sums[0] = sums[N - 1] = 1;
#pragma omp parallel for collapse(2)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      b[i][j] = 0;
      for (int k = 0; k <= i; k++)
        b[i][j] += rows[i][k] * sums[k];
    }
#pragma omp parallel for /* not again: it adds to what is there */
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      c[i][j] += b[j][i];
  for (int i = 0; i < N; i++)
    trace += c[i][i] + b[i][N - 1 - i];
  printf("%.12g %.12g %.12g\n", total, trace, c[3][N - 4]);
  for (int i = 0; i < N; i++)
    free(rows[i]);
  free(rows);
  free(sums);
  return 0;
}
