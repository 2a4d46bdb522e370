/* Dust blown through a box: differences against the wind along each axis, in one parallel loop over planes. */
#include <stdio.h>
#include <stdlib.h>

static void step(int n, double x[n][n][n], double y[n][n][n], double z[n][n][n], double now[n][n][n],
                 double next[n][n][n])
{
#pragma omp parallel for
  for (int k = 1; k < n - 1; k++)
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++) {
        double here = now[k][j][i], flow;
        flow = x[k][j][i] * (x[k][j][i] > 0.0 ? here - now[k][j][i - 1] : now[k][j][i + 1] - here);
        flow += y[k][j][i] * (y[k][j][i] > 0.0 ? here - now[k][j - 1][i] : now[k][j + 1][i] - here);
        flow += z[k][j][i] * (z[k][j][i] > 0.0 ? here - now[k - 1][j][i] : now[k + 1][j][i] - here);
        next[k][j][i] = here - 0.1 * flow;
      }
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 8, repeats = argc > 2 ? atoi(argv[2]) : 1;
  size_t planes = (size_t)n;
  double(*x)[n][n] = malloc(planes * sizeof *x), (*y)[n][n] = malloc(planes * sizeof *y);
  double(*z)[n][n] = malloc(planes * sizeof *z), (*now)[n][n] = malloc(planes * sizeof *now);
  double(*next)[n][n] = calloc(planes, sizeof *next);
  if (x == NULL || y == NULL || z == NULL || now == NULL || next == NULL) return 1;
  for (int k = 0; k < n; k++)
    for (int j = 0; j < n; j++)
      for (int i = 0; i < n; i++) {
        x[k][j][i] = 0.1 * (double)((i + j + k) % 7) - 0.3;
        y[k][j][i] = 0.1 * (double)((i + 3 * j + k) % 7) - 0.3;
        z[k][j][i] = 0.1 * (double)((i + j + 2 * k) % 7) - 0.3;
        now[k][j][i] = (double)((i * j + k) % 9);
      }
  for (int r = 0; r < repeats; r++) {
    step(n, x, y, z, now, next);
    step(n, x, y, z, next, now);
  }
  printf("%.9g %.9g\n", now[n / 2][n / 2][n / 2], next[n / 2][n / 2][n / 2]);
  free(x);
  free(y);
  free(z);
  free(now);
  free(next);
  return 0;
}
