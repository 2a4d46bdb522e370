/* Grids as x[k][j][i] with all points in one block, by level, passed to functions and changed on both sides.
 * expect: offloaded=5 */
#include <stdio.h>
#include <stdlib.h>

#define LEVELS 4

static double ***grids[LEVELS];

static double ***new_grid(int n)
{
  int j, k;
  size_t side = (size_t)n + 2;
  double ***grid = malloc(side * sizeof *grid);
  double **rows = malloc(side * side * sizeof *rows);
  double *points = malloc(side * side * side * sizeof *points);

  if (grid == NULL || rows == NULL || points == NULL)
    exit(2);
  for (k = 0; k < n + 2; k++) {
    grid[k] = rows + k * side;
    for (j = 0; j < n + 2; j++)
      grid[k][j] = points + (k * side + j) * side;
  }
  return grid;
}

static void free_grid(double ***grid)
{
  free(grid[0][0]);
  free(grid[0]);
  free(grid);
}

static void add_rows(double ***x, int k, int j, int n, double sums[])
{
  int i;

  for (i = 0; i < n + 2; i++)
    sums[i] = x[k - 1][j][i] + x[k][j - 1][i] + x[k][j + 1][i] + x[k + 1][j][i];
}

static void exchange(double ***x, int n)
{
  int i, j, k;

#pragma omp for
  for (k = 1; k <= n; k++)
    for (j = 1; j <= n; j++) {
      x[k][j][0] = x[k][j][n];
      x[k][j][n + 1] = x[k][j][1];
    }
#pragma omp for
  for (j = 0; j < n + 2; j++)
    for (i = 0; i < n + 2; i++) {
      x[0][j][i] = x[n][j][i];
      x[n + 1][j][i] = x[1][j][i];
    }
}

static void smooth(double ***from, double ***to, int n)
{
  int i, j, k;
  double sums[32];

#pragma omp for
  for (k = 1; k <= n; k++)
    for (j = 1; j <= n; j++) {
      add_rows(from, k, j, n, sums);
      for (i = 1; i <= n; i++)
        to[k][j][i] = 0.5 * from[k][j][i] + 0.1 * (sums[i - 1] + sums[i] + sums[i + 1]);
    }
  exchange(to, n);
}

static void restrict_grid(double ***fine, double ***coarse, int n)
{
  int i, j, k;

#pragma omp for
  for (k = 1; k <= n; k++)
    for (j = 1; j <= n; j++)
      for (i = 1; i <= n; i++)
        coarse[k][j][i] = fine[2 * k][2 * j][2 * i] + 0.5 * fine[2 * k - 1][2 * j][2 * i];
  exchange(coarse, n);
}

int main(void)
{
  int level, i, j, k, n, round;
  double sum;

  for (level = 1; level < LEVELS; level++)
    grids[level] = new_grid(1 << level);
  n = 1 << (LEVELS - 1);
  for (round = 0; round < 3; round++) {
#pragma omp parallel for private(i, j)
    for (k = 0; k < n + 2; k++)
      for (j = 0; j < n + 2; j++)
        for (i = 0; i < n + 2; i++)
          grids[LEVELS - 1][k][j][i] = k + 0.25 * j + 0.125 * i + round;
    grids[LEVELS - 1][2][3][4] += 100.0;
    for (level = 1; level < LEVELS - 1; level++)
      for (k = 0; k < (1 << level) + 2; k++)
        for (j = 0; j < (1 << level) + 2; j++)
          for (i = 0; i < (1 << level) + 2; i++)
            grids[level][k][j][i] = -1.0;
#pragma omp parallel private(level)
    for (level = LEVELS - 1; level > 1; level--) {
      restrict_grid(grids[level], grids[level - 1], 1 << (level - 1));
      smooth(grids[level - 1], grids[level - 1], 0);
      smooth(grids[level], grids[level], 1);
      smooth(grids[level], grids[level - 1], (1 << (level - 1)) - 1);
    }
    for (level = 1; level < LEVELS; level++) {
      sum = 0.0;
      for (k = 0; k < (1 << level) + 2; k++)
        for (j = 0; j < (1 << level) + 2; j++)
          for (i = 0; i < (1 << level) + 2; i++)
            sum += grids[level][k][j][i] * (i + 1);
      printf("%d %.12g\n", level, sum);
    }
  }
  for (level = 1; level < LEVELS; level++)
    free_grid(grids[level]);
  return 0;
}
