/* A right-hand side: fluxes of five densities along the three axes of a cube, one parallel loop for each axis. */
#include <stdio.h>
#include <stdlib.h>

static void flux(const double low[5], const double mid[5], const double high[5], double r[5])
{
  double slow = low[1] / low[0], fast = high[1] / high[0];
  double under = 0.4 * (low[4] - 0.5 * low[1] * slow), over = 0.4 * (high[4] - 0.5 * high[1] * fast);
  r[0] -= 0.5 * (high[1] - low[1]);
  r[1] -= 0.5 * (high[1] * fast + over - low[1] * slow - under);
  r[2] -= 0.5 * (high[2] * fast - low[2] * slow);
  r[3] -= 0.5 * (high[3] * fast - low[3] * slow);
  r[4] -= 0.5 * ((high[4] + over) * fast - (low[4] + under) * slow);
  for (int m = 0; m < 5; m++) r[m] += 0.01 * (low[m] - 2.0 * mid[m] + high[m]);
}

static void step(int n, double u[n][n][n][5], double r[n][n][n][5])
{
#pragma omp parallel
  {
#pragma omp for
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
          for (int m = 0; m < 5; m++) r[k][j][i][m] = 0.0;
#pragma omp for
    for (int k = 1; k < n - 1; k++)
      for (int j = 1; j < n - 1; j++)
        for (int i = 1; i < n - 1; i++) flux(u[k][j][i - 1], u[k][j][i], u[k][j][i + 1], r[k][j][i]);
#pragma omp for
    for (int k = 1; k < n - 1; k++)
      for (int j = 1; j < n - 1; j++)
        for (int i = 1; i < n - 1; i++) flux(u[k][j - 1][i], u[k][j][i], u[k][j + 1][i], r[k][j][i]);
#pragma omp for
    for (int k = 1; k < n - 1; k++)
      for (int j = 1; j < n - 1; j++)
        for (int i = 1; i < n - 1; i++) flux(u[k - 1][j][i], u[k][j][i], u[k + 1][j][i], r[k][j][i]);
#pragma omp for
    for (int k = 1; k < n - 1; k++)
      for (int j = 1; j < n - 1; j++)
        for (int i = 1; i < n - 1; i++)
          for (int m = 0; m < 5; m++) u[k][j][i][m] += 0.001 * r[k][j][i][m];
  }
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 8, middle = n / 2;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  double(*u)[n][n][5] = malloc((size_t)n * sizeof *u), (*r)[n][n][5] = malloc((size_t)n * sizeof *r), sum = 0.0;
  if (u == NULL || r == NULL) return 1;
  for (int k = 0; k < n; k++)
    for (int j = 0; j < n; j++)
      for (int i = 0; i < n; i++)
        for (int m = 0; m < 5; m++) u[k][j][i][m] = m % 4 ? 0.1 * ((i + m) % 5) : 2.0 + 0.1 * ((i * j + k) % 3);
  for (int t = 0; t < repeats; t++) {
    step(n, u, r);
    if (touch) {
      u[t % n][middle][middle][2] = 0.3;
      sum += u[middle][middle][middle][1];
    }
  }
  printf("%.9g %.9g\n", sum, u[middle][middle][middle][4]);
  free(u);
  free(r);
  return 0;
}
