/* Electric and magnetic fields on a staggered grid: six arrays over a cube, rows of which the CPU's vectors go along. */
#include <stdio.h>
#include <stdlib.h>

static void magnetic(int n, double ex[n][n][n], double ey[n][n][n], double ez[n][n][n], double hx[n][n][n],
                     double hy[n][n][n], double hz[n][n][n])
{
#pragma omp for
  for (int k = 0; k < n - 1; k++)
    for (int j = 0; j < n - 1; j++)
      for (int i = 0; i < n - 1; i++) {
        hx[k][j][i] += 0.3 * ((ey[k + 1][j][i] - ey[k][j][i]) - (ez[k][j + 1][i] - ez[k][j][i]));
        hy[k][j][i] += 0.3 * ((ez[k][j][i + 1] - ez[k][j][i]) - (ex[k + 1][j][i] - ex[k][j][i]));
        hz[k][j][i] += 0.3 * ((ex[k][j + 1][i] - ex[k][j][i]) - (ey[k][j][i + 1] - ey[k][j][i]));
      }
}

static void electric(int n, double ex[n][n][n], double ey[n][n][n], double ez[n][n][n], double hx[n][n][n],
                     double hy[n][n][n], double hz[n][n][n])
{
#pragma omp for
  for (int k = 1; k < n; k++)
    for (int j = 1; j < n; j++)
      for (int i = 1; i < n; i++) {
        ex[k][j][i] += 0.3 * ((hz[k][j][i] - hz[k][j - 1][i]) - (hy[k][j][i] - hy[k - 1][j][i]));
        ey[k][j][i] += 0.3 * ((hx[k][j][i] - hx[k - 1][j][i]) - (hz[k][j][i] - hz[k][j][i - 1]));
        ez[k][j][i] += 0.3 * ((hy[k][j][i] - hy[k][j][i - 1]) - (hx[k][j][i] - hx[k][j - 1][i]));
      }
}

static void run(int n, int steps, double ex[n][n][n], double ey[n][n][n], double ez[n][n][n], double hx[n][n][n],
                double hy[n][n][n], double hz[n][n][n])
{
#pragma omp parallel
  for (int s = 0; s < steps; s++) {
    magnetic(n, ex, ey, ez, hx, hy, hz);
    electric(n, ex, ey, ez, hx, hy, hz);
  }
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 8, m = n / 2;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  size_t planes = (size_t)n;
  double(*ex)[n][n] = calloc(planes, sizeof *ex), (*hx)[n][n] = calloc(planes, sizeof *hx), sum = 0.0;
  double(*ey)[n][n] = calloc(planes, sizeof *ey), (*hy)[n][n] = calloc(planes, sizeof *hy);
  double(*ez)[n][n] = calloc(planes, sizeof *ez), (*hz)[n][n] = calloc(planes, sizeof *hz);
  if (ex == NULL || ey == NULL || ez == NULL || hx == NULL || hy == NULL || hz == NULL) return 1;
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++) ex[k][i][i] = 0.01 * (double)((k + i) % 5);
  for (int r = 0; r < repeats; r++) {
    run(n, touch ? 1 : 4, ex, ey, ez, hx, hy, hz);
    if (touch) {
      ez[m][m][m] += 0.5;
      sum += hy[m][m][m];
    }
  }
  printf("%.8g %.8g\n", sum, ey[m][m][m]);
  free(ex);
  free(ey);
  free(ez);
  free(hx);
  free(hy);
  free(hz);
  return 0;
}
