/* Sweeps in which points wait for their neighbours, with bounds that are expressions, from above and from below, and
 * with unsigned counters.  expect: offloaded=6
 */
#include <stdio.h>

#define GRIDS 4
#define N 40

static double u[GRIDS][N][N];

static void sums(int n, int m)
{
  int g, i, j;

#pragma omp parallel private(i, j)
  {
#pragma omp for
    for (g = 0; g < GRIDS; g++)
      for (i = 1; i < n + 2; i++)
        for (j = 1; j <= n + m; j++)
          u[g][i][j] += 0.1 * (u[g][i - 1][j] + u[g][i][j - 1]);
#pragma omp for
    for (g = 0; g < GRIDS; g++)
      for (i = n + 2; i > n - m; i--)
        for (j = n + 1; j >= m - 3; j--)
          u[g][i][j + 1] -= 0.2 * (u[g][i + 1][j + 1] + u[g][i][j + 2]);
#pragma omp for
    for (g = 0; g < GRIDS; g++)
      for (i = n - 30; i < 2 * m; i++)
        for (j = m - 2; j < n * 2 - N; j++)
          u[g][i][j] = 0.5 * (u[g][i - 1][j] + u[g][i][j - 1]);
  }
}

static void unsigned_counters(unsigned n, unsigned long m)
{
  int g;
  unsigned i, j;
  unsigned long k, l;

#pragma omp parallel private(i, j, k, l)
  {
#pragma omp for
    for (g = 0; g < GRIDS; g++)
      for (i = 1; i < n; i++)
        for (j = 1; j <= n; j++)
          u[g][i][j] += 0.3 * (u[g][i - 1][j] - u[g][i][j - 1]);
#pragma omp for
    for (g = 0; g < GRIDS; g++)
      for (k = 1; k < m; k++)
        for (l = 1; l < m; l++)
          u[g][k][l] += 0.25 * (u[g][k - 1][l - 1] - u[g][k][l - 1]);
#pragma omp for
    for (g = 0; g < GRIDS; g++)
      for (i = 2; i < n + 2; i++)
        for (j = 1; j < n + 1; j++)
          u[g][i][j] += 0.05 * (u[g][i - 1][j] - u[g][i][j - 1]);
  }
}

int main(void)
{
  double sum = 0.0;
  int g, i, j;

  for (g = 0; g < GRIDS; g++)
    for (i = 0; i < N; i++)
      for (j = 0; j < N; j++)
        u[g][i][j] = (g * 3 + i * 5 + j * 7) % 11;
  for (i = 0; i < 3; i++) {
    sums(N - 5, 4 + i % 2 - 1);
    unsigned_counters(N - 3 - (unsigned)i, N - 1);
  }
  for (g = 0; g < GRIDS; g++)
    for (i = 0; i < N; i++)
      for (j = 0; j < N; j++)
        sum += u[g][i][j] * ((g + i * 2 + j) % 7);
  printf("%.10g\n", sum);
  return 0;
}
