/* Multigrid V-cycles in one region: the grids' edges halve from n points to 4, small ones are few launches each. */
#include <stdio.h>
#include <stdlib.h>

static double ***right, ***fine, ***f[16], ***u[16], ***v[16];

static double ***cube(size_t n)
{
  double ***made = malloc(n * sizeof *made), **rows = malloc(n * n * sizeof *rows);
  double *all = calloc(n * n * n, sizeof *all);
  if (made == NULL || rows == NULL || all == NULL) exit(1);
  for (size_t k = 0; k < n; k++) made[k] = rows + k * n;
  for (size_t r = 0; r < n * n; r++) rows[r] = all + r * n;
  return made;
}

static void relax(int n, double ***b, double ***x, double ***y)
{
#pragma omp for
  for (int k = 1; k < n; k++)
    for (int j = 1; j < n; j++)
      for (int i = 1; i < n; i++) {
        double faces = x[k][j][i - 1] + x[k][j][i + 1] + x[k][j - 1][i] + x[k][j + 1][i] + x[k - 1][j][i] + x[k + 1][j][i];
        double edges = x[k - 1][j - 1][i] + x[k - 1][j + 1][i] + x[k + 1][j - 1][i] + x[k + 1][j + 1][i];
        y[k][j][i] = 0.4 * x[k][j][i] + 0.05 * faces + 0.02 * edges + 0.1 * b[k][j][i];
      }
}

static void coarsen(int n, double ***x, double ***y)
{
#pragma omp for
  for (int k = 1; k < n; k++)
    for (int j = 1; j < n; j++)
      for (int i = 1; i < n; i++) {
        double beside = x[2 * k][2 * j][2 * i - 1] + x[2 * k][2 * j][2 * i + 1] + x[2 * k][2 * j - 1][2 * i];
        beside += x[2 * k][2 * j + 1][2 * i] + x[2 * k - 1][2 * j][2 * i] + x[2 * k + 1][2 * j][2 * i];
        y[k][j][i] = 0.5 * x[2 * k][2 * j][2 * i] + 0.08 * beside;
      }
}

static void refine(int n, double ***x, double ***y)
{
#pragma omp for
  for (int k = 1; k < 2 * n; k++)
    for (int j = 1; j < 2 * n; j++)
      for (int i = 0; i < n; i++) {
        y[k][j][2 * i] += 0.5 * x[k / 2][j / 2][i];
        y[k][j][2 * i + 1] += 0.25 * (x[(k + 1) / 2][(j + 1) / 2][i] + x[k / 2][j / 2][i + 1]);
      }
}

static void cycle(int n, int finest)
{
#pragma omp parallel
  {
    relax(n, right, fine, v[finest]);
    for (int l = finest; l > 0; l--) {
      coarsen(2 << l, v[l], f[l - 1]);
      relax(2 << l, f[l - 1], u[l - 1], v[l - 1]);
    }
    for (int l = 0; l < finest; l++) {
      refine(4 << l, v[l], u[l + 1]);
      relax(8 << l, f[l + 1], u[l + 1], v[l + 1]);
    }
  }
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 8, repeats = argc > 2 ? atoi(argv[2]) : 1, finest = 0;
  for (int m = 8; m <= n; m *= 2) finest++;
  for (int l = 0; l <= finest; l++) {
    size_t edge = (size_t)(4 << l) + 1;
    f[l] = cube(edge), u[l] = cube(edge), v[l] = cube(edge);
  }
  right = f[finest];
  fine = u[finest];
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++) right[k][i][i] = (double)((i + k) % 7);
  for (int r = 0; r < repeats; r++) cycle(4 << finest, finest);
  printf("%.9g\n", v[finest][n / 2][n / 2][n / 2]);
  return 0;
}
