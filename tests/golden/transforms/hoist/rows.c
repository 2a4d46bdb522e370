/* Rows that a loop finds again and again are found before it, if it always finds them and they stay the same. */
#include <stdlib.h>

static double **a, ***grid;
static int order[9];

static double row_sum(double **x, int i, int n)
{
  double sum = 0.0;
  int j;
  for (j = 0; j < n; j++)
    sum += x[i - 1][j] + x[i + 1][j];
  return sum;
}

void rows(int n, unsigned first)
{
#pragma omp parallel for
  for (int i = 1; i < n - 1; i++)
    for (unsigned j = first - 1; j < 9; j++) {
      grid[i][2 * i][j] = grid[i][j][0] + a[i][j];
      a[i][j + 1] = 0.5;
    }
#pragma omp parallel for
  for (int i = 1; i < n - 1; i++)
    for (int j = 0; j < 9; j++) {
      if (j > n)
        a[i][j] = row_sum(a, i, n);
      a[i][0] += a[order[i]][j];
    }
#pragma omp parallel for
  for (int i = 1; i < n - 1; i++)
    for (int j = 0; j < 9; j++) {
      if (j > n)
        break;
      a[i][0] += 1.0;
    }
}

int main(void)
{
  a = malloc(9 * sizeof *a);
  grid = malloc(9 * sizeof *grid);
  for (int i = 0; i < 9; i++) {
    a[i] = malloc(10 * sizeof **a);
    grid[i] = malloc(18 * sizeof **grid);
    for (int j = 0; j < 18; j++)
      grid[i][j] = malloc(9 * sizeof ***grid);
  }
  rows(9, 1);
  return 0;
}
