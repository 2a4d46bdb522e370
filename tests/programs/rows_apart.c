/* Inner loops over rows: of one table, of the same table by two names, and rows that overlap.  expect: offloaded=4 */
#include <stdio.h>
#include <stdlib.h>

#define N 40
#define M 48

static double **new_rows(int step)
{
  int i, j;
  double **rows = malloc(N * sizeof *rows), *block = malloc((N * step + M) * sizeof *block);

  for (j = 0; j < N * step + M; j++)
    block[j] = j % 17;
  for (i = 0; i < N; i++)
    rows[i] = block + i * step;
  return rows;
}

static void neighbours(double **x, int i, double *sum)
{
  int j;

  for (j = 0; j < M; j++)
    sum[j] = x[i - 1][j] + x[i + 1][j];
}

static void smooth(double **from, double **to)
{
  int i, j;
  double sum[M];

#pragma omp parallel for private(j, sum)
  for (i = 1; i < N - 1; i++) {
    neighbours(from, i, sum);
    for (j = 1; j < M - 1; j++)
      to[i][j] = sum[j] + 0.5 * (sum[j - 1] + sum[j + 1]);
  }
}

static void scale(double **from, double **to)
{
  int i, j;

#pragma omp parallel for private(j)
  for (i = 0; i < N; i++)
    for (j = 0; j < M; j++)
      to[i][j] = 0.25 * from[i][j];
}

/* Each row goes through its elements in order: where rows overlap, one iteration depends on another. */
static void shift(double **x, double *last)
{
  int i, j;

#pragma omp parallel for private(j)
  for (i = 0; i < 1; i++)
    for (j = 0; j < N - 1; j++)
      x[j + 1][0] = x[j][1] + last[i];
}

static double total(double **x)
{
  int i, j;
  double sum = 0.0;

#pragma omp parallel for private(j) reduction(+ : sum)
  for (i = 0; i < N; i++)
    for (j = 0; j < M; j++)
      sum += x[i][j] * (1 + (i * 7 + j) % 5);
  return sum;
}

int main(void)
{
  double **a = new_rows(M), **b = new_rows(M), **overlapping = new_rows(1), last[1] = {0.5};

  smooth(a, b);
  scale(b, a);
  scale(a, a);
  smooth(b, a);
  shift(a, last);
  shift(overlapping, last);
  printf("%.12g %.12g %.12g\n", total(a), total(b), total(overlapping));
  return 0;
}
