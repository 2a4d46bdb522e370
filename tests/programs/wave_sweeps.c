/* Sweeps over grids in which points wait for their neighbours: forth, back, and forth in one loop and back in the
 * other, as Gauss and Seidel's and SSOR's do; an alignment of words in rows of one block; and one in which a point
 * waits for one on a later diagonal.  expect: offloaded=5
 */
#include <stdio.h>
#include <stdlib.h>

#define GRIDS 5
#define N 41

static double u[GRIDS][N][N];

static void relax(int n, double weight)
{
  int g, i, j;

#pragma omp parallel private(i, j)
  {
#pragma omp for
    for (g = 0; g < GRIDS; g++)
      for (i = 1; i < n - 1; i++)
        for (j = 1; j < n - 1; j++)
          u[g][i][j] += weight * (u[g][i - 1][j] + u[g][i + 1][j] + u[g][i][j - 1] + u[g][i][j + 1] - 4 * u[g][i][j]);
#pragma omp for
    for (g = 0; g < GRIDS; g++)
      for (i = n - 2; i >= 1; i--)
        for (j = n - 2; j > 0; --j)
          u[g][i][j] += weight * (u[g][i - 1][j] + u[g][i + 1][j] + u[g][i][j - 1] + u[g][i][j + 1] - 4 * u[g][i][j]);
#pragma omp for
    for (g = 0; g < GRIDS; g++)
      for (i = 1; i < n - 1; i++)
        for (j = n - 2; j >= 1; j--)
          u[g][i][j] += weight * (u[g][i - 1][j + 1] + u[g][i][j + 1] - 2 * u[g][i][j]);
#pragma omp for
    for (g = 0; g < GRIDS; g++)
      for (i = n - 2; i >= 1; i--)
        for (j = 1; j < n - 1; j++)
          u[g][i][j] += weight * (u[g][i + 1][j + 1] + u[g][i][j - 1] - 2 * u[g][i][j]);
  }
}

static void align(int pairs, int rows, int columns, int *best, const int *gain)
{
  int p, i, j;

#pragma omp parallel for private(i, j)
  for (p = 0; p < pairs; p++)
    for (i = 1; i <= rows; i++)
      for (j = 1; j <= columns; j++) {
        int here = (p * (rows + 1) + i) * (columns + 1) + j, above = here - (columns + 1);
        int most = best[above - 1] + gain[(p * rows + i - 1) * columns + j - 1];

        if (best[above] - 2 > most)
          most = best[above] - 2;
        if (best[here - 1] - 2 > most)
          most = best[here - 1] - 2;
        best[here] = most;
      }
}

int main(void)
{
  enum { PAIRS = 3, ROWS = 37, COLUMNS = 50 };
  int *best = calloc(PAIRS * (ROWS + 1) * (COLUMNS + 1), sizeof *best);
  int *gain = malloc(PAIRS * ROWS * COLUMNS * sizeof *gain);
  double sum = 0.0;
  long total = 0;
  int g, i, j;

  for (g = 0; g < GRIDS; g++)
    for (i = 0; i < N; i++)
      for (j = 0; j < N; j++)
        u[g][i][j] = (g * 3 + i * 5 + j * 7) % 11;
  for (i = 0; i < PAIRS * ROWS * COLUMNS; i++)
    gain[i] = i * 7 % 5 - 2;
  for (i = 0; i < 4; i++)
    relax(i == 2 ? 3 : N, 0.125);
  align(PAIRS, ROWS, COLUMNS, best, gain);
  for (g = 0; g < GRIDS; g++)
    for (i = 0; i < N; i++)
      for (j = 0; j < N; j++)
        sum += u[g][i][j] * ((g + i * 2 + j) % 7);
  for (i = 0; i < PAIRS * (ROWS + 1) * (COLUMNS + 1); i++)
    total += (long)best[i] * (i % 9);
  printf("%.10g %ld %d\n", sum, total, best[PAIRS * (ROWS + 1) * (COLUMNS + 1) - 1]);
  free(best);
  free(gain);
  return 0;
}
