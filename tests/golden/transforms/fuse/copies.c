#include <stdlib.h>

static double **x, before[22][22], after[22][22];

void make(int n)
{
  int i;

  x = malloc((n + 2) * sizeof *x);
  for (i = 0; i < n + 2; i++)
    x[i] = calloc(n + 2, sizeof **x);
}

/* The first loop's own iterations write the border, too; all loops run where n is 0. */
void cases(int n)
{
  int i, j;

#pragma omp parallel private(i, j)
  {
#pragma omp for
    for (i = 1; i <= n; i++)
      for (j = 1; j <= n; j++)
        x[i][j] += 0.25 * before[i][j];
#pragma omp for
    for (i = 1; i <= n; i++) {
      x[i][0] = x[i][n];
      x[i][n + 1] = x[i][1];
    }
#pragma omp for
    for (j = 0; j < n + 2; j++) {
      x[0][j] = x[n][j];
      x[n + 1][j] = x[1][j];
    }
#pragma omp for
    for (i = 1; i <= 20; i++)
      for (j = 1; j <= 20; j++)
        after[i][j] = before[i][j];
#pragma omp for
    for (j = 1; j <= 20; j++)
      after[0][j] = after[20][j];
  }
}

/* The copying loops are in a function that is called; how far they reach is a largest value of several. */
static double **grid;

void make_grid(int n)
{
  int i;
  double *points;

  grid = malloc((n + 2) * sizeof *grid);
  points = malloc((n + 2) * (n + 2) * sizeof *points);
  for (i = 0; i < n + 2; i++)
    grid[i] = points + i * (n + 2);
}

static void close(double **y, int n)
{
  int i;

#pragma omp for
  for (i = 1; i <= n; i++) {
    y[i][0] = y[i][n];
    y[i][n + 1] = y[i][1];
  }
#pragma omp for
  for (i = 0; i < n + 2; i++) {
    y[0][i] = y[n][i];
    y[n + 1][i] = y[1][i];
  }
}

static void relax(double **y, int n)
{
  int i, j;

#pragma omp for
  for (i = 1; i <= n; i++)
    for (j = 1; j <= n; j++)
      y[i][j] += 0.25 * before[i][j];
  close(y, n);
}

void closed(int n)
{
#pragma omp parallel
  relax(grid, n);
}
