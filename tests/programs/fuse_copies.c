/* Copies of what a loop writes, made where it writes it; and copies that must wait until the loop is over.
   expect: offloaded=22 */
#include <stdio.h>
#include <stdlib.h>

#define N 14
#define SIDE (N + 4)

static double field[SIDE][SIDE], before[SIDE][SIDE], row[64], other[64];
static float flat[SIDE][SIDE][SIDE];
static long count[64];
static int length = 40, wide = 9;

static double ***new_grid(int n)
{
  int j, k;
  size_t side = (size_t)n + 2;
  double ***grid = malloc(side * sizeof *grid);
  double **rows = malloc(side * side * sizeof *rows);
  double *points = malloc(side * side * side * sizeof *points);

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

/* Periodic in three dimensions, with corners that are copies of copies of copies. */
static void exchange(double ***x, int n)
{
  int i, j, k;

#pragma omp for
  for (k = 1; k <= n; k++) {
    for (j = 1; j <= n; j++) {
      x[k][j][0] = x[k][j][n];
      x[k][j][n + 1] = x[k][j][1];
    }
    for (i = 0; i < n + 2; i++) {
      x[k][0][i] = x[k][n][i];
      x[k][n + 1][i] = x[k][1][i];
    }
  }

#pragma omp for
  for (j = 0; j < n + 2; j++)
    for (i = 0; i < n + 2; i++) {
      x[0][j][i] = x[n][j][i];
      x[n + 1][j][i] = x[1][j][i];
    }
}

static void set(double ***x, int n)
{
  int i, j, k;

#pragma omp for
  for (k = 1; k <= n; k++)
    for (j = 1; j <= n; j++)
      for (i = 1; i <= n; i++)
        x[k][j][i] = 0.25 * (k * 7 + j * 3 + i) + n;
  exchange(x, n);
}

/* `from` and `to` may be the same grid: only inner points of `from` are read. */
static void smooth(double ***x, double ***from, double ***to, int n)
{
  int i, j, k;
  double sums[N + 2];

#pragma omp for
  for (k = 1; k <= n; k++)
    for (j = 1; j <= n; j++) {
      for (i = 0; i < n + 2; i++)
        sums[i] = x[k - 1][j][i] + x[k + 1][j][i] + x[k][j - 1][i] + x[k][j + 1][i];
      for (i = 1; i <= n; i++)
        to[k][j][i] = from[k][j][i] - 0.125 * (sums[i - 1] + sums[i + 1]);
    }
  exchange(to, n);
}

/* The border is used while others write it: copies must wait. */
static void relax(double ***x, int n)
{
  int i, j, k;

#pragma omp for
  for (k = 1; k <= n; k++)
    for (j = 1; j <= n; j++)
      for (i = 1; i <= n; i++)
        x[k][j][i] += 0.5 * x[k][j][0];
  exchange(x, n);
}

static double total(double ***x, int n)
{
  int i, j, k;
  double sum = 0.0;

  for (k = 0; k < n + 2; k++)
    for (j = 0; j < n + 2; j++)
      for (i = 0; i < n + 2; i++)
        sum += x[k][j][i] * (1 + (k * 5 + j * 3 + i) % 7);
  return sum;
}

static void grids(int n)
{
  double ***x = new_grid(n), ***y = new_grid(n);

#pragma omp parallel
  {
    set(x, n);
    set(y, n);
    smooth(x, y, y, n);
    smooth(y, x, x, n);
    relax(y, n);
  }
  printf("%d: %.12g %.12g\n", n, total(x, n), total(y, n));
  free_grid(x);
  free_grid(y);
}

/* In one text, of arrays with constant extents: columns, then rows with their corners. */
static void fields(int n)
{
  int i, j, k;

#pragma omp parallel
  {
#pragma omp for private(j)
    for (i = 2; i < N + 2; i++)
      for (j = 2; j < N + 2; j++)
        field[i][j] = field[i][j] * 0.5 + before[i][j] * (i - j);
#pragma omp for
    for (i = 2; i < N + 2; i++) {
      field[i][0] = field[i][N];
      field[i][1] = field[i][N + 1];
      field[i][N + 2] = field[i][2];
      field[i][N + 3] = field[i][3];
    }
#pragma omp for private(j)
    for (i = 0; i < 2; i++)
      for (j = 0; j < N + 4; j++) {
        field[i][j] = field[i + N][j];
        field[N + 2 + i][j] = field[i + 2][j];
      }
  }
#pragma omp parallel private(i, j)
  {
#pragma omp for
    for (k = 1; k <= n; k++)
      for (j = 1; j <= n; j++)
        for (i = 1; i <= n; i++)
          flat[k][j][i] = k * 3.5f + j - 0.25f * i;
#pragma omp for
    for (j = 1; j <= n; j++)
      for (i = 1; i <= n; i++)
        flat[0][j][i] = flat[1][j][i];
  }
}

/* Without an iteration of the first loop, the second copies what was there. */
static void lines(int n)
{
  int i;

#pragma omp parallel
  {
#pragma omp for
    for (i = 1; i <= n; i++)
      row[i] = row[i] * 0.5 + i;
#pragma omp for
    for (i = 1; i < 2; i++)
      row[i + n + 1] = row[i];
  }
#pragma omp parallel
  {
#pragma omp for
    for (i = 1; i <= n; i++)
      count[i] = 3L * i + 1;
#pragma omp for
    for (i = 1; i <= n / 2; i++)
      count[i + 20] = count[i]; /* what comes last counts */
  }
}

/* What comes last counts, and the second copy changes what the third one reads: none may be made early. */
static void twice(int n)
{
  int i;

#pragma omp parallel
  {
#pragma omp for
    for (i = 0; i < n; i++)
      other[i] = 1.5 * i;
#pragma omp for
    for (i = 0; i < 4; i++)
      other[n + i] = other[i];
#pragma omp for
    for (i = 0; i < 4; i++)
      other[n + i] = other[i + 4];
#pragma omp for
    for (i = 0; i < 4; i++)
      other[n + 4 + i] = other[n + i];
  }
#pragma omp parallel
  {
#pragma omp for
    for (i = 0; i < n; i++)
      other[i] = other[i] + 0.5 * i;
#pragma omp for
    for (i = 0; i < 3; i++)
      other[i] = other[i + 5];
  }
#pragma omp parallel
  {
#pragma omp for
    for (i = 2; i < n; i++) /* not all that is copied is written */
      other[i] = other[i] * 0.75;
#pragma omp for
    for (i = 0; i < 4; i++)
      other[n + i] = other[i];
  }
}

int main(void)
{
  int i, j;
  double sum = 0.0;

  for (i = 0; i < SIDE; i++)
    for (j = 0; j < SIDE; j++) {
      field[i][j] = i * 0.5 + j;
      before[i][j] = (i * 5 + j * 3) % 8;
    }
  for (i = 0; i < 64; i++)
    row[i] = 64 - i, count[i] = i;
  grids(N);
  grids(2);
  grids(1);
  fields(N);
  fields(wide);
  lines(length);
  lines(0);
  lines(20);
  twice(length);
  for (i = 0; i < SIDE; i++)
    for (j = 0; j < SIDE; j++)
      sum += field[i][j] * (1 + i + 2 * j) + flat[i][j][i] + 3.0 * flat[j][i][i / 2];
  for (i = 0; i < 64; i++)
    sum += row[i] * (i + 1) + count[i] * (i % 5) + other[i] * (i % 3 + 1);
  printf("%.12g\n", sum);
  return 0;
}
