/* Multiplications, point by point, by the eigenvectors of the flux Jacobians (Warming, Beam and Hyett; Pulliam and
 * Chaussee).  Between the bases of two axes only constants remain. */
#include <math.h>

#include "sp.h"

#define HALF_ROOT 0.70710678118654752440 /* sqrt(1/2) */

double sound[N][PADDED][PADDED];

void into_x(void)
{
  int k, j, i;
  double r0, r1, r2, r3, r4, volume, speed, vx, vy, vz, heat, along, wave;

#pragma omp for schedule(static) nowait
  for (k = 1; k <= LAST; k++)
    for (j = 1; j <= LAST; j++)
      for (i = 1; i <= LAST; i++) {
        volume = specific_volume[k][j][i];
        speed = sqrt(GAMMA * pressure[k][j][i] * volume);
        sound[k][j][i] = speed;
        vx = velocity[0][k][j][i];
        vy = velocity[1][k][j][i];
        vz = velocity[2][k][j][i];
        r0 = residual[k][j][i][0];
        r1 = residual[k][j][i][1];
        r2 = residual[k][j][i][2];
        r3 = residual[k][j][i][3];
        r4 = residual[k][j][i][4];

        heat = (GAMMA - 1.0) / (speed * speed) * (kinetic[k][j][i] * r0 - vx * r1 - vy * r2 - vz * r3 + r4);
        wave = HALF_ROOT * volume * speed * heat;
        along = HALF_ROOT * volume * (r1 - vx * r0);
        residual[k][j][i][0] = r0 - heat;
        residual[k][j][i][1] = volume * (r3 - vz * r0);
        residual[k][j][i][2] = volume * (vy * r0 - r2);
        residual[k][j][i][3] = wave + along;
        residual[k][j][i][4] = wave - along;
      }
}

void x_into_y(void)
{
  int k, j, i;
  double r0, r1, across, mean, difference;

#pragma omp for schedule(static) nowait
  for (k = 1; k <= LAST; k++)
    for (j = 1; j <= LAST; j++)
      for (i = 1; i <= LAST; i++) {
        r0 = residual[k][j][i][0];
        r1 = residual[k][j][i][1];
        across = HALF_ROOT * residual[k][j][i][2];
        mean = 0.5 * (residual[k][j][i][3] + residual[k][j][i][4]);
        difference = HALF_ROOT * (residual[k][j][i][3] - residual[k][j][i][4]);
        residual[k][j][i][0] = -r1;
        residual[k][j][i][1] = r0;
        residual[k][j][i][2] = difference;
        residual[k][j][i][3] = mean - across;
        residual[k][j][i][4] = mean + across;
      }
}

void y_into_z(void)
{
  int k, j, i;
  double r1, r2, across, mean, difference;

#pragma omp for schedule(static)
  for (k = 1; k <= LAST; k++)
    for (j = 1; j <= LAST; j++)
      for (i = 1; i <= LAST; i++) {
        across = HALF_ROOT * residual[k][j][i][0];
        r1 = residual[k][j][i][1];
        r2 = residual[k][j][i][2];
        mean = 0.5 * (residual[k][j][i][3] + residual[k][j][i][4]);
        difference = HALF_ROOT * (residual[k][j][i][3] - residual[k][j][i][4]);
        residual[k][j][i][0] = difference;
        residual[k][j][i][1] = -r2;
        residual[k][j][i][2] = r1;
        residual[k][j][i][3] = mean - across;
        residual[k][j][i][4] = mean + across;
      }
}

void out_of_z(void)
{
  int k, j, i;
  double r0, r1, density, speed, vx, vy, vz, wave, mass, along;

#pragma omp for schedule(static) nowait
  for (k = 1; k <= LAST; k++)
    for (j = 1; j <= LAST; j++)
      for (i = 1; i <= LAST; i++) {
        density = u[k][j][i][0];
        speed = sound[k][j][i];
        vx = velocity[0][k][j][i];
        vy = velocity[1][k][j][i];
        vz = velocity[2][k][j][i];
        r0 = density * residual[k][j][i][0];
        r1 = density * residual[k][j][i][1];
        wave = HALF_ROOT * density / speed * (residual[k][j][i][3] + residual[k][j][i][4]);
        along = HALF_ROOT * density * (residual[k][j][i][3] - residual[k][j][i][4]);
        mass = residual[k][j][i][2] + wave;

        residual[k][j][i][0] = mass;
        residual[k][j][i][1] = vx * mass - r1;
        residual[k][j][i][2] = vy * mass + r0;
        residual[k][j][i][3] = vz * mass + along;
        residual[k][j][i][4] = kinetic[k][j][i] * mass + vy * r0 - vx * r1 + vz * along +
                               speed * speed / (GAMMA - 1.0) * wave;
      }
}
