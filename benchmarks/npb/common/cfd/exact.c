/* The exact solution, the forcing that makes it steady, and the field that the benchmarks start from. */
#include "cfd/cfd.h"

#define DEGREE 4

double u[N][PADDED][PADDED][COMPONENTS];
double forcing[N][PADDED][PADDED][COMPONENTS];

/* The specification's matrix: a constant, then the coefficients of x, y, z, x^2, y^2, z^2, ..., z^4. */
static const double coefficient[COMPONENTS][1 + AXES * DEGREE] = {
  {2.0, 0.0, 0.0, 4.0, 5.0, 3.0, 0.5, 0.02, 0.01, 0.03, 0.5, 0.4, 0.3},
  {1.0, 0.0, 0.0, 0.0, 1.0, 2.0, 3.0, 0.01, 0.03, 0.02, 0.4, 0.3, 0.5},
  {2.0, 2.0, 0.0, 0.0, 0.0, 2.0, 3.0, 0.04, 0.03, 0.05, 0.3, 0.5, 0.4},
  {2.0, 2.0, 0.0, 0.0, 0.0, 2.0, 3.0, 0.03, 0.05, 0.04, 0.2, 0.1, 0.3},
  {5.0, 4.0, 3.0, 2.0, 0.1, 0.4, 0.3, 0.05, 0.04, 0.03, 0.1, 0.3, 0.2},
};

void exact_solution(int k, int j, int i, double value[COMPONENTS])
{
  int m, axis, power;
  double polynomial;
  const double place[AXES] = {(double)i / (N - 1), (double)j / (N - 1), (double)k / (N - 1)};

  for (m = 0; m < COMPONENTS; m++) {
    value[m] = coefficient[m][0];
    for (axis = 0; axis < AXES; axis++) {
      polynomial = 0.0;
      for (power = DEGREE; power >= 1; power--)
        polynomial = place[axis] * (coefficient[m][1 + AXES * (power - 1) + axis] + polynomial);
      value[m] += polynomial;
    }
  }
}

static int on_boundary(int k, int j, int i)
{
  return k == 0 || k == N - 1 || j == 0 || j == N - 1 || i == 0 || i == N - 1;
}

/* Between two opposite faces: linear in the distance `at` from the low one. */
static double between(int at, double low, double high)
{
  double weight = (double)at / (N - 1);

  return (1.0 - weight) * low + weight * high;
}

/* Orphaned. */
static void set_exact_field(void)
{
  int k, j, i, m;
  double value[COMPONENTS];

#pragma omp for schedule(static)
  for (k = 0; k < N; k++)
    for (j = 0; j < N; j++)
      for (i = 0; i < N; i++) {
        exact_solution(k, j, i, value);
        for (m = 0; m < COMPONENTS; m++)
          u[k][j][i][m] = value[m];
      }
}

void make_forcing(void)
{
  int k, j, i, m;

#pragma omp parallel default(shared) private(k, j, i, m)
  {
    set_exact_field();
#pragma omp for schedule(static)
    for (k = 0; k < N; k++)
      for (j = 0; j < N; j++)
        for (i = 0; i < N; i++)
          for (m = 0; m < COMPONENTS; m++)
            forcing[k][j][i][m] = 0.0;
    balance();
#pragma omp for schedule(static)
    for (k = 1; k <= LAST; k++)
      for (j = 1; j <= LAST; j++)
        for (i = 1; i <= LAST; i++)
          for (m = 0; m < COMPONENTS; m++)
            forcing[k][j][i][m] = -residual[k][j][i][m];
  }
}

void initial_field(void)
{
  int k, j, i, m;
  double x, y, z;
  double low[AXES][COMPONENTS], high[AXES][COMPONENTS]; /* the exact solution on opposite faces, across from here */

#pragma omp parallel default(shared) private(k, j, i, m, x, y, z, low, high)
  {
    set_exact_field();
#pragma omp for schedule(static)
    for (k = 0; k < N; k++)
      for (j = 0; j < N; j++)
        for (i = 0; i < N; i++) {
          if (on_boundary(k, j, i))
            continue;
          exact_solution(k, j, 0, low[0]);
          exact_solution(k, j, N - 1, high[0]);
          exact_solution(k, 0, i, low[1]);
          exact_solution(k, N - 1, i, high[1]);
          exact_solution(0, j, i, low[2]);
          exact_solution(N - 1, j, i, high[2]);
          for (m = 0; m < COMPONENTS; m++) {
            x = between(i, low[0][m], high[0][m]);
            y = between(j, low[1][m], high[1][m]);
            z = between(k, low[2][m], high[2][m]);
            u[k][j][i][m] = x + y + z - x * y - y * z - z * x + x * y * z;
          }
        }
  }
}
