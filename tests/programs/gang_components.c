/* Lines with components that are independent of each other, each a recurrence along the line, by functions with constants.
   expect: offloaded=2 */
#include <stdio.h>

#define POINTS 70
#define LINES 20
#define PARTS 5

static double field[LINES][LINES][POINTS][PARTS], speed[LINES][LINES][POINTS], sums[LINES];

static void bands(int line, int side, double weight[POINTS])
{
  for (int p = 0; p < POINTS; p++)
    weight[p] = 1.0 / (3.0 + side * speed[line][line][p] + (p == 0 || p == POINTS - 1 ? 1.0 : 0.0));
}

static void solve(int first, int last, double weight[POINTS], double x[POINTS][PARTS])
{
  for (int p = 1; p < POINTS; p++) {
    weight[p] /= 1.0 + 0.125 * weight[p - 1];
    for (int m = first; m <= last; m++)
      x[p][m] -= weight[p] * x[p - 1][m];
  }
  for (int m = first; m <= last; m++) {
    x[POINTS - 2][m] -= weight[POINTS - 2] * x[POINTS - 1][m];
    for (int p = POINTS - 3; p >= 0; p--)
      x[p][m] -= weight[p] * (x[p + 1][m] + 0.25 * x[p + 2][m]);
  }
}

int main(void)
{
  int k, j, p, m;

  for (k = 0; k < LINES; k++)
    for (j = 0; j < LINES; j++)
      for (p = 0; p < POINTS; p++) {
        speed[k][j][p] = (k * 3 + j * 5 + p) % 11 * 0.1;
        for (m = 0; m < PARTS; m++)
          field[k][j][p][m] = (k + 2 * j + 3 * p + 5 * m) % 17 * 0.25;
      }
#pragma omp parallel for private(j, p, m)
  for (k = 0; k < LINES; k++)
    for (j = 0; j < LINES; j++) {
      double x[POINTS][PARTS], weight[POINTS];

      for (p = 0; p < POINTS; p++)
        for (m = 0; m < PARTS; m++)
          x[p][m] = field[k][j][p][m];
      bands(j, 0, weight);
      solve(0, 2, weight, x);
      bands(j, 1, weight);
      solve(3, 3, weight, x);
      bands(k, -1, weight);
      solve(4, 4, weight, x);
      for (p = 0; p < POINTS; p++)
        for (m = 0; m < PARTS; m++)
          field[k][j][p][m] = x[p][m];
    }
#pragma omp parallel for private(j, p, m)
  for (k = 0; k < LINES; k++)
    for (j = 0; j < LINES; j++)
      for (p = 0; p < POINTS; p++)
        for (m = 0; m < PARTS; m++)
          sums[k] += field[k][j][p][m];
  for (k = 0; k < LINES; k++)
    printf("%.8f\n", sums[k]);
  return 0;
}
