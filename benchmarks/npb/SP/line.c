/* Scalar pentadiagonal systems along grid lines.
 *
 * In an axis' own basis the five components of a line are five systems with three matrices: one for each different
 * eigenvalue.  Fourth-order smoothing gives a matrix its outer bands.  A line's rows are 1 to LAST, because boundary
 * points have no update.
 */
#include "sp.h"

enum band { SECOND_BEFORE, BEFORE, HERE, AFTER, SECOND_AFTER, BANDS };

/* The matrix of one line for eigenvalue velocity + side * sound; (k, j, i) is the line's boundary point. */
static void set_bands(int axis, int side, int k, int j, int i, double matrix[N][BANDS])
{
  int p, kp, jp, ip;
  double wave, viscous;
  const int dk = axis == 2, dj = axis == 1, di = axis == 0;
  const double smoothing = DT * DISSIPATION;

  for (p = 1; p <= LAST; p++) {
    matrix[p][SECOND_BEFORE] = smoothing;
    matrix[p][BEFORE] = -4.0 * smoothing;
    matrix[p][HERE] = 1.0 + (p == 1 || p == LAST ? 5.0 : 6.0) * smoothing;
    matrix[p][AFTER] = -4.0 * smoothing;
    matrix[p][SECOND_AFTER] = smoothing;
  }
  for (p = 1; p <= LAST; p++) {
    kp = k + p * dk, jp = j + p * dj, ip = i + p * di;
    wave = DT * SLOPE * (velocity[axis][kp][jp][ip] + side * sound[kp][jp][ip]);
    viscous = DT * CURVATURE * (DIFFUSION(axis) + VISCOSITY * CONDUCTION * specific_volume[kp][jp][ip]);
    matrix[p][HERE] += 2.0 * viscous;
    if (p > 1)
      matrix[p - 1][AFTER] += wave - viscous;
    if (p < LAST)
      matrix[p + 1][BEFORE] -= wave + viscous;
  }
}

/* Solves for the components first to last of a line, in place, by elimination without pivoting. */
static void solve_bands(int first, int last, double matrix[N][BANDS], double x[N][COMPONENTS])
{
  int p, m;
  double factor;

  for (p = 1; p <= LAST; p++) {
    factor = 1.0 / matrix[p][HERE];
    matrix[p][AFTER] *= factor;
    matrix[p][SECOND_AFTER] *= factor;
    for (m = first; m <= last; m++)
      x[p][m] *= factor;
    if (p < LAST) {
      factor = matrix[p + 1][BEFORE];
      matrix[p + 1][HERE] -= factor * matrix[p][AFTER];
      matrix[p + 1][AFTER] -= factor * matrix[p][SECOND_AFTER];
      for (m = first; m <= last; m++)
        x[p + 1][m] -= factor * x[p][m];
    }
    if (p < LAST - 1) {
      factor = matrix[p + 2][SECOND_BEFORE];
      matrix[p + 2][BEFORE] -= factor * matrix[p][AFTER];
      matrix[p + 2][HERE] -= factor * matrix[p][SECOND_AFTER];
      for (m = first; m <= last; m++)
        x[p + 2][m] -= factor * x[p][m];
    }
  }
  for (m = first; m <= last; m++) {
    x[LAST - 1][m] -= matrix[LAST - 1][AFTER] * x[LAST][m];
    for (p = LAST - 2; p >= 1; p--)
      x[p][m] -= matrix[p][AFTER] * x[p + 1][m] + matrix[p][SECOND_AFTER] * x[p + 2][m];
  }
}

static void solve_line(int axis, int k, int j, int i)
{
  int p, m;
  double matrix[N][BANDS], update[N][COMPONENTS];
  const int dk = axis == 2, dj = axis == 1, di = axis == 0;

  for (p = 1; p <= LAST; p++)
    for (m = 0; m < COMPONENTS; m++)
      update[p][m] = residual[k + p * dk][j + p * dj][i + p * di][m];

  set_bands(axis, 0, k, j, i, matrix);
  solve_bands(0, 2, matrix, update);
  set_bands(axis, 1, k, j, i, matrix);
  solve_bands(3, 3, matrix, update);
  set_bands(axis, -1, k, j, i, matrix);
  solve_bands(4, 4, matrix, update);

  for (p = 1; p <= LAST; p++)
    for (m = 0; m < COMPONENTS; m++)
      residual[k + p * dk][j + p * dj][i + p * di][m] = update[p][m];
}

void solve_x(void)
{
  int k, j;

#pragma omp for schedule(static) nowait
  for (k = 1; k <= LAST; k++)
    for (j = 1; j <= LAST; j++)
      solve_line(0, k, j, 0);
}

void solve_y(void)
{
  int k, i;

#pragma omp for schedule(static) nowait
  for (k = 1; k <= LAST; k++)
    for (i = 1; i <= LAST; i++)
      solve_line(1, k, 0, i);
}

void solve_z(void)
{
  int j, i;

#pragma omp for schedule(static)
  for (j = 1; j <= LAST; j++)
    for (i = 1; i <= LAST; i++)
      solve_line(2, 0, j, i);
}
