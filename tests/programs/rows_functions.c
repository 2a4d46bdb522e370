/* Tables and rows as parameters, locals and results of functions; two tables through one function.
 * expect: offloaded=3 */
#include <stdio.h>
#include <stdlib.h>

#define N 9
#define M 21

static double *row_of(double **rows, int i) { return rows[i]; }

static double mean(const double *row, int n)
{
  double sum = 0.0;
  int i;

  for (i = 0; i < n; i++)
    sum += row[i];
  return sum / n;
}

static void scale(double **rows, int i, double by)
{
  double *row = rows[i], *end = row + M;

  for (; row < end; row++)
    *row *= by;
}

static double inner(double ***cube, int k)
{
  double **plane = cube[k];
  double sum = 0.0;
  int j;

  plane++;
  for (j = 1; j < N - 1; j++, plane++)
    sum += (*plane)[k] + *plane[-1] + plane[1][M - 1];
  return sum;
}

int main(void)
{
  double **a = malloc(N * sizeof *a), **b = malloc(N * sizeof *b), ***cube = malloc(N * sizeof *cube);
  double means[N], sums[N];
  int i, j, k;

  for (i = 0; i < N; i++) {
    a[i] = malloc(M * sizeof **a);
    b[i] = malloc(M * sizeof **b);
    cube[i] = malloc(N * sizeof **cube);
    for (j = 0; j < M; j++) {
      a[i][j] = i + j;
      b[i][j] = i - j;
    }
    for (j = 0; j < N; j++) {
      cube[i][j] = malloc(M * sizeof ***cube);
      for (k = 0; k < M; k++)
        cube[i][j][k] = i * 3 + j * 2 + k;
    }
  }
#pragma omp parallel for
  for (i = 0; i < N; i++) {
    scale(a, i, 2.0);
    scale(b, N - 1 - i, 3.0);
    means[i] = mean(row_of(a, i), M);
  }
#pragma omp parallel for
  for (i = 0; i < N; i++)
    sums[i] = inner(cube, i) + mean(&b[i][1], M - 1) + mean(a[i], 3);
#pragma omp parallel for private(j, k)
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) {
      double *line = cube[i][j];

      for (k = 0; k < M; k++)
        line[k] -= *(*(a + i) + k);
    }
  for (i = 0; i < N; i++)
    printf("%.12g %.12g %.12g %.12g\n", means[i], sums[i], b[i][i], cube[i][N - 1 - i][i]);
  return 0;
}
