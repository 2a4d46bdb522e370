/* Jacobi by swapping tables, and single rows between tables, between launches.  expect: offloaded=2 */
#include <stdio.h>
#include <stdlib.h>

#define N 24
#define M 40

static double **table(void)
{
  double **rows = malloc(N * sizeof *rows);
  int i;

  for (i = 0; i < N; i++)
    rows[i] = malloc(M * sizeof **rows);
  return rows;
}

int main(void)
{
  double **a = table(), **b = table(), **t, *row;
  int i, j, step;

#pragma omp parallel for private(j)
  for (i = 0; i < N; i++)
    for (j = 0; j < M; j++) {
      a[i][j] = i * 1.5 + j;
      b[i][j] = 0.0;
    }
  for (step = 0; step < 6; step++) {
#pragma omp parallel for private(j)
    for (i = 1; i < N - 1; i++)
      for (j = 1; j < M - 1; j++)
        b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]) + step;
    if (step % 2) {
      t = a;
      a = b;
      b = t;
    } else {
      for (i = 0; i < N; i++) {
        row = a[i];
        a[i] = b[i];
        b[i] = row;
      }
    }
    if (step == 3) {
      row = a[2];
      a[2] = a[N - 2];
      a[N - 2] = row;
      a[5][5] = -7.0;
    }
    printf("%.12g %.12g\n", a[2][3], b[N - 2][M - 2]);
  }
  for (i = 0; i < N; i++)
    printf("%.12g %.12g\n", a[i][i], b[i][M - 1 - i]);
  for (i = 0; i < N; i++) {
    free(a[i]);
    free(b[i]);
  }
  free(a);
  free(b);
  return 0;
}
