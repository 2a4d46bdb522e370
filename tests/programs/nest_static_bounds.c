/* Bounds of inner loops, and of what private arrays hold, that are elements of static arrays.  One must be below a
 * number for iterations to write what they read.
 * expect: offloaded=4 kept= */
#include <stdio.h>

#define N 20

static int points[3];
static double u[N][N][N], sums[N][N], table[4][6];

static void fill(double at, double values[4])
{
  for (int m = 0; m < 4; m++)
    values[m] = table[m][0] + at * table[m][1];
}

static void set(void)
{
#pragma omp parallel for
  for (int i = 0; i < points[0]; i++)
    for (int j = 1; j < points[1] - 1; j++)
      for (int k = 0; k <= points[2] - 2; k++)
        u[i][j][k] = i + j * k;
}

static void smooth(void)
{
  double line[N], values[4];
  int j, k, m;
#pragma omp parallel for private(j, k, m, line, values)
  for (int i = 0; i < points[0]; i++)
    for (j = 0; j < points[1]; j++) {
      for (k = 0; k < points[2]; k++) {
        fill(0.5 * k, values);
        line[k] = u[i][j][k];
        for (m = 0; m < 4; m++)
          line[k] += values[m];
      }
      sums[i][j] = 0.0;
      for (k = 1; k < points[2] - 1; k++)
        sums[i][j] += line[k - 1] + line[k + 1];
    }
}

static double beyond(void)
{
  double line[N], sum = 0.0;
  int j, k;
#pragma omp parallel for private(j, k, line) reduction(+ : sum)
  for (int i = 0; i < points[0]; i++)
    for (j = 0; j < points[1]; j++) {
      for (k = i % 2; k < points[2]; k++)
        line[k] = u[i][j][k];
      for (k = 0; k < points[2]; k++)
        sum += k > 0 || i % 2 == 0 || j > 30 ? line[k] : 1.0;
    }
  return sum;
}

int main(void)
{
  double sum = 0.0;

  for (int m = 0; m < 4; m++)
    for (int k = 0; k < 6; k++)
      table[m][k] = m + 2 * k;
  for (int d = 0; d < 3; d++)
    points[d] = N - 2 * d;
  for (int turn = 0; turn < 3; turn++) {
    set();
    smooth();
    sum += beyond();
#pragma omp parallel for
    for (int d = 0; d < 3; d++)
      points[d] -= 4 + d;
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        for (int k = 0; k < N; k++)
          sum += u[i][j][k] * (i + 2 * k) + sums[i][j] * (turn + j % 3);
    printf("%.6f\n", sum);
  }
  return 0;
}
