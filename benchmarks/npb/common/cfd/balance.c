/* The right hand side of the discrete equations: central differences of the fluxes, viscous terms, smoothing.
 *
 * All loops share their iterations out by k with the same static schedule.  A loop that touches only its own k of
 * what the loop before wrote therefore needs no barrier in between.
 */
#include "cfd/cfd.h"

double residual[N][PADDED][PADDED][COMPONENTS];
double specific_volume[N][PADDED][PADDED];
double velocity[AXES][N][PADDED][PADDED];
double kinetic[N][PADDED][PADDED];
double pressure[N][PADDED][PADDED];

/* Orphaned: all that derives from u at one point. */
static void derive_quantities(void)
{
  int k, j, i, axis;
  double volume, speed, energy;

#pragma omp for schedule(static)
  for (k = 0; k < N; k++)
    for (j = 0; j < N; j++)
      for (i = 0; i < N; i++) {
        volume = 1.0 / u[k][j][i][0];
        energy = 0.0;
        for (axis = 0; axis < AXES; axis++) {
          speed = u[k][j][i][1 + axis] * volume;
          velocity[axis][k][j][i] = speed;
          energy += 0.5 * speed * speed;
        }
        specific_volume[k][j][i] = volume;
        kinetic[k][j][i] = energy;
        pressure[k][j][i] = (GAMMA - 1.0) * (u[k][j][i][ENERGY] - u[k][j][i][0] * energy);
      }
}

static double second_difference(double before, double here, double after)
{
  return before - 2.0 * here + after;
}

/* Orphaned, no barrier at its end: the inviscid fluxes along one axis. */
static void add_fluxes(int axis)
{
  int k, j, i, m, kb, jb, ib, ka, ja, ia; /* b: the point before along the axis, a: the one after */
  double before, after;                   /* velocity along the axis */
  const int dk = axis == 2, dj = axis == 1, di = axis == 0;

#pragma omp for schedule(static) nowait
  for (k = 1; k <= LAST; k++)
    for (j = 1; j <= LAST; j++)
      for (i = 1; i <= LAST; i++) {
        kb = k - dk, jb = j - dj, ib = i - di;
        ka = k + dk, ja = j + dj, ia = i + di;
        before = velocity[axis][kb][jb][ib];
        after = velocity[axis][ka][ja][ia];
        for (m = 0; m < COMPONENTS; m++)
          residual[k][j][i][m] -= SLOPE * (u[ka][ja][ia][m] * after - u[kb][jb][ib][m] * before);
        residual[k][j][i][1 + axis] -= SLOPE * (pressure[ka][ja][ia] - pressure[kb][jb][ib]);
        residual[k][j][i][ENERGY] -=
          SLOPE * (pressure[ka][ja][ia] * after - pressure[kb][jb][ib] * before);
      }
}

/* Orphaned, no barrier at its end: viscosity, conduction and second-order smoothing along one axis. */
static void add_diffusion(int axis)
{
  int k, j, i, m, kb, jb, ib, ka, ja, ia;
  double before, here, after, bend;
  const int dk = axis == 2, dj = axis == 1, di = axis == 0;
  const double smoothing = DIFFUSION(axis) * CURVATURE, viscous = VISCOSITY * CURVATURE;

#pragma omp for schedule(static) nowait
  for (k = 1; k <= LAST; k++)
    for (j = 1; j <= LAST; j++)
      for (i = 1; i <= LAST; i++) {
        kb = k - dk, jb = j - dj, ib = i - di;
        ka = k + dk, ja = j + dj, ia = i + di;
        for (m = 0; m < COMPONENTS; m++)
          residual[k][j][i][m] += smoothing * second_difference(u[kb][jb][ib][m], u[k][j][i][m], u[ka][ja][ia][m]);

        for (m = 0; m < AXES; m++)
          residual[k][j][i][1 + m] += viscous * second_difference(velocity[m][kb][jb][ib], velocity[m][k][j][i],
                                                                  velocity[m][ka][ja][ia]);
        before = velocity[axis][kb][jb][ib];
        here = velocity[axis][k][j][i];
        after = velocity[axis][ka][ja][ia];
        residual[k][j][i][1 + axis] += viscous / 3.0 * second_difference(before, here, after);

        bend = (1.0 - CONDUCTION) * second_difference(kinetic[kb][jb][ib], kinetic[k][j][i], kinetic[ka][ja][ia]);
        bend += second_difference(before * before, here * here, after * after) / 6.0;
        bend += CONDUCTION * second_difference(u[kb][jb][ib][ENERGY] * specific_volume[kb][jb][ib],
                                               u[k][j][i][ENERGY] * specific_volume[k][j][i],
                                               u[ka][ja][ia][ENERGY] * specific_volume[ka][ja][ia]);
        residual[k][j][i][ENERGY] += viscous * bend;
      }
}

/* Orphaned, no barrier at its end: fourth differences along one axis, one-sided near the boundary. */
static void add_dissipation(int axis)
{
  int k, j, i, m, at;
  double sum;
  const int dk = axis == 2, dj = axis == 1, di = axis == 0;

#pragma omp for schedule(static) nowait
  for (k = 1; k <= LAST; k++)
    for (j = 1; j <= LAST; j++)
      for (i = 1; i <= LAST; i++) {
        at = dk * k + dj * j + di * i;
        for (m = 0; m < COMPONENTS; m++) {
          sum = (at == 1 || at == LAST ? 5.0 : 6.0) * u[k][j][i][m];
          if (at > 1)
            sum -= 4.0 * u[k - dk][j - dj][i - di][m];
          if (at > 2)
            sum += u[k - 2 * dk][j - 2 * dj][i - 2 * di][m];
          if (at < LAST)
            sum -= 4.0 * u[k + dk][j + dj][i + di][m];
          if (at < LAST - 1)
            sum += u[k + 2 * dk][j + 2 * dj][i + 2 * di][m];
          residual[k][j][i][m] -= DISSIPATION * sum;
        }
      }
}

void balance(void)
{
  int k, j, i, m, axis;

  derive_quantities();
#pragma omp for schedule(static) nowait
  for (k = 1; k <= LAST; k++)
    for (j = 1; j <= LAST; j++)
      for (i = 1; i <= LAST; i++)
        for (m = 0; m < COMPONENTS; m++)
          residual[k][j][i][m] = forcing[k][j][i][m];
  for (axis = 0; axis < AXES; axis++) {
    add_fluxes(axis);
    add_diffusion(axis);
    add_dissipation(axis);
  }
#pragma omp barrier
}

void scale_residual(double scale)
{
  int k, j, i, m;

#pragma omp for schedule(static) nowait
  for (k = 1; k <= LAST; k++)
    for (j = 1; j <= LAST; j++)
      for (i = 1; i <= LAST; i++)
        for (m = 0; m < COMPONENTS; m++)
          residual[k][j][i][m] *= scale;
}

void correct(double scale)
{
  int k, j, i, m;

#pragma omp for schedule(static)
  for (k = 1; k <= LAST; k++)
    for (j = 1; j <= LAST; j++)
      for (i = 1; i <= LAST; i++)
        for (m = 0; m < COMPONENTS; m++)
          u[k][j][i][m] += scale * residual[k][j][i][m];
}
