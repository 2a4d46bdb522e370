/* Private arrays of which functions and pointers get parts: these do not lie in local memory.
 * expect: offloaded=4 */
#include <stdio.h>

#define ROWS 37
#define N 90

static double field[ROWS][N], other[ROWS][N];

static double first(const double *part)
{
  return part[0] + 1.0;
}

static void fill(int row, double x[N][2])
{
  for (int p = 0; p < N; p++) {
    x[p][0] = field[row][p];
    x[p][1] = other[row][p];
  }
}

int main(void)
{
  double sum = 0.0;

  for (int row = 0; row < ROWS; row++)
    for (int p = 0; p < N; p++) {
      field[row][p] = (row * 7 + p * 5) % 11 * 0.125;
      other[row][p] = (row + p) % 7 * 0.25;
    }

#pragma omp parallel for
  for (int row = 0; row < ROWS; row++) {
    double x[N][2];

    fill(row, x);
    for (int p = 1; p < N; p++)
      x[p][0] += 0.5 * x[p - 1][1] + 0.25 * first(x[p]);
    for (int p = 0; p < N; p++)
      field[row][p] = x[p][0] * 0.5;
  }

#pragma omp parallel for
  for (int row = 0; row < ROWS; row++) {
    struct {
      double v[2];
    } x[N];

    for (int p = 0; p < N; p++) {
      x[p].v[0] = field[row][p];
      x[p].v[1] = other[row][p];
    }
    for (int p = 1; p < N; p++)
      x[p].v[0] += 0.5 * x[p - 1].v[1] + 0.25 * first(x[p].v);
    for (int p = 0; p < N; p++)
      other[row][p] = x[p].v[0] * 0.5;
  }

#pragma omp parallel for
  for (int row = 0; row < ROWS; row++) {
    double x[N], *third = &x[2];

    for (int p = 0; p < N; p++)
      x[p] = field[row][p];
    *third += 1.0;
    for (int p = 1; p < N; p++)
      x[p] += 0.5 * x[p - 1] + 0.25 * first(&x[p]);
    for (int p = 0; p < N; p++)
      field[row][p] = x[p] * 0.25;
  }

#pragma omp parallel for
  for (int row = 0; row < ROWS; row++) {
    double x[N][2], *pair;

    fill(row, x);
    for (int p = 1; p < N; p++) {
      pair = x[p];
      pair[1] += 0.5 * x[p - 1][1];
    }
    for (int p = 0; p < N; p++)
      other[row][p] = x[p][1] + x[N - 1 - p][0];
  }

  for (int row = 0; row < ROWS; row++)
    for (int p = 0; p < N; p++)
      sum += field[row][p] * (p % 13) + other[row][p] * (row % 5);
  printf("%.12g\n", sum);
  return 0;
}
