/* Lines of a grid, with recurrences that need values of their line; local memory holds a few lines only,
 * more on some devices than on others.  expect: offloaded=2 */
#include <stdio.h>

#define POINTS 100
#define LINES 13

static double grid[LINES][LINES][POINTS];

static void solve_line(int j, int i, double weight)
{
  int p, m;
  double bands[POINTS][5], x[POINTS][2];

  for (p = 0; p < POINTS; p++) {
    bands[p][0] = 4.0 + weight * grid[j][i][p];
    bands[p][1] = -1.0 - 0.001 * p;
    bands[p][2] = 0.5;
    bands[p][3] = bands[p][4] = 0.25 * weight;
    x[p][0] = grid[j][i][p];
    x[p][1] = 1.0 + i;
  }
  for (p = 0; p < POINTS; p++) {
    double factor = 1.0 / bands[p][0];
    bands[p][1] *= factor;
    bands[p][2] *= factor;
    for (m = 0; m < 2; m++)
      x[p][m] *= factor;
    if (p < POINTS - 1) {
      factor = bands[p + 1][3];
      bands[p + 1][0] -= factor * bands[p][1];
      bands[p + 1][1] -= factor * bands[p][2];
      for (m = 0; m < 2; m++)
        x[p + 1][m] -= factor * x[p][m] + weight;
    }
    if (p < POINTS - 2) {
      factor = bands[p + 2][4];
      bands[p + 2][3] -= factor * bands[p][1];
      bands[p + 2][0] -= factor * bands[p][2];
      for (m = 0; m < 2; m++)
        x[p + 2][m] -= factor * x[p][m];
    }
  }
  for (p = 0; p < POINTS; p++)
    grid[j][i][p] = x[p][0] + 0.5 * x[POINTS - 1 - p][1];
}

int main(void)
{
  int p, j, i;
  double check = 0.0;

  for (p = 0; p < POINTS; p++)
    for (j = 0; j < LINES; j++)
      for (i = 0; i < LINES; i++)
        grid[j][i][p] = (p * 7 + j * 5 + i * 3) % 11 - 5;

#pragma omp parallel for
  for (j = 1; j < LINES; j++)
    for (int along = 0; along < LINES; along++)
      solve_line(j, along, 0.01 * (j + 2 * along));

#pragma omp parallel for collapse(2)
  for (j = 0; j < LINES; j++)
    for (i = 3; i < LINES; i++)
      solve_line(j, i, 0.02 * i);

  for (p = 0; p < POINTS; p++)
    for (j = 0; j < LINES; j++)
      for (i = 0; i < LINES; i++)
        check += (1 + p % 7 + j + 2 * i) * grid[j][i][p];
  printf("%.12g\n", check);
  for (i = 0; i < LINES; i++)
    printf("%.12g %.12g\n", grid[i][i][i], grid[i][LINES - 1 - i][POINTS - 1 - i]);
  return 0;
}
