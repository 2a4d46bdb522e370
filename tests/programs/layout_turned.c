/* Lines of a grid of points with components, and of blocks: neighbours are points along one subscript in all loops, in
 * the order that the arrays get.  expect: offloaded=5
 */
#include <stdio.h>

enum { K = 24, J = 20, I = 28, STEPS = 3 };

static double u[K][J][I][5], r[K][J][I][5], f[K][J][I][5][5];
static int points[3] = {K, J, I};

static void jacobians(void)
{
#pragma omp parallel for
  for (int j = 1; j < points[1] - 1; j++)
    for (int i = 1; i < points[2] - 1; i++) {
      for (int k = 0; k < points[0]; k++)
        for (int m = 0; m < 5; m++)
          for (int n = 0; n < 5; n++)
            f[k][j][i][m][n] = u[k][j][i][m] - 0.5 * u[k][j][i][n];
      for (int k = 1; k < points[0] - 1; k++)
        for (int m = 0; m < 5; m++) {
          double sum = 0.0;
          for (int n = 0; n < 5; n++)
            sum += f[k - 1][j][i][m][n] - 2.0 * f[k][j][i][n][m] + f[k + 1][j][i][m][n];
          r[k][j][i][m] = 0.125 * sum;
        }
    }
}

static void step(void)
{
#pragma omp parallel
  {
#pragma omp for
    for (int j = 1; j < J - 1; j++)
      for (int i = 1; i < I - 1; i++)
        for (int m = 0; m < 5; m++)
          r[1][j][i][m] -= 0.5 * (5.0 * u[1][j][i][m] - 4.0 * u[2][j][i][m] + u[3][j][i][m]);
#pragma omp for
    for (int k = 1; k < K - 1; k++)
      for (int j = 1; j < J - 1; j++)
        for (int i = 1; i < I - 1; i++) {
          double q = 0.0;
          for (int m = 0; m < 5; m++)
            q += r[k][j][i][m] * r[k][j][i][m];
          for (int m = 0; m < 5; m++)
            r[k][j][i][m] = r[k][j][i][m] * q * 0x1p-6 + u[k][j][i][4 - m];
        }
#pragma omp for
    for (int k = 1; k < K - 1; k++)
      for (int j = 1; j < J - 1; j++)
        for (int i = 1; i < I - 1; i++)
          for (int m = 0; m < 5; m++)
            u[k][j][i][m] = 0.25 * (u[k][j][i][m] + r[k][j][i][m]);
  }
}

int main(void)
{
  double total[5] = {0};
#pragma omp parallel for
  for (int k = 0; k < K; k++)
    for (int j = 0; j < J; j++)
      for (int i = 0; i < I; i++)
        for (int m = 0; m < 5; m++)
          u[k][j][i][m] = (k * 7 + j * 5 + i * 3 + m) % 11 * 0.125;
  for (int t = 0; t < STEPS; t++) {
    jacobians();
    step();
  }
  for (int k = 0; k < K; k++)
    for (int j = 0; j < J; j++)
      for (int i = 0; i < I; i++)
        for (int m = 0; m < 5; m++)
          total[m] += u[k][j][i][m] * (k + 2 * j - i);
  for (int m = 0; m < 5; m++)
    printf("%.10g\n", total[m]);
  return 0;
}
