/* The 5 x 5 blocks of the implicit operator of BT and LU, and how to solve with them.
 *
 * The operator is I - DT * d(du/dt)/du without the fourth-order smoothing.  A point is coupled with its two
 * neighbours along each axis and with itself.  The derivatives are taken at the field that balance() saw last.
 */
#ifndef CFD_BLOCK_H
#define CFD_BLOCK_H

#include "cfd/cfd.h"

/* The derivative of the inviscid flux along an axis by the components, at a point. */
static inline void flux_jacobian(int axis, int k, int j, int i, double a[COMPONENTS][COMPONENTS])
{
  int m, l;
  const int normal = 1 + axis;
  const double excess = GAMMA - 1.0;
  const double v[AXES] = {velocity[0][k][j][i], velocity[1][k][j][i], velocity[2][k][j][i]};
  const double across = velocity[axis][k][j][i];
  const double enthalpy = (u[k][j][i][ENERGY] + pressure[k][j][i]) * specific_volume[k][j][i];
  const double lift = excess * kinetic[k][j][i];

  for (m = 0; m < COMPONENTS; m++)
    for (l = 0; l < COMPONENTS; l++)
      a[m][l] = 0.0;
  a[0][normal] = 1.0;
  for (m = 1; m <= AXES; m++) {
    a[m][0] = -v[m - 1] * across;
    a[m][m] = across;
    a[ENERGY][m] = -excess * v[m - 1] * across;
  }
  for (m = 1; m <= AXES; m++) {
    a[m][normal] += v[m - 1];
    a[normal][m] -= excess * v[m - 1];
  }
  a[normal][0] += lift;
  a[normal][ENERGY] = excess;
  a[ENERGY][0] = (lift - enthalpy) * across;
  a[ENERGY][normal] += enthalpy;
  a[ENERGY][ENERGY] = GAMMA * across;
}

/* Adds scale times the derivative of the viscous flux along an axis, with its second-order smoothing. */
static inline void add_viscous_jacobian(int axis, int k, int j, int i, double scale,
                                        double a[COMPONENTS][COMPONENTS])
{
  int m;
  double drag, heat, speed;
  const double conduction = scale * VISCOSITY * CONDUCTION * specific_volume[k][j][i];
  const double smoothing = scale * DIFFUSION(axis);

  a[0][0] += smoothing;
  heat = conduction * u[k][j][i][ENERGY] * specific_volume[k][j][i];
  for (m = 1; m <= AXES; m++) {
    speed = velocity[m - 1][k][j][i];
    drag = scale * VISCOSITY * specific_volume[k][j][i] * (m == 1 + axis ? 4.0 / 3.0 : 1.0);
    a[m][0] -= drag * speed;
    a[m][m] += drag + smoothing;
    a[ENERGY][m] += (drag - conduction) * speed;
    heat += (drag - conduction) * speed * speed;
  }
  a[ENERGY][0] -= heat;
  a[ENERGY][ENERGY] += conduction + smoothing;
}

/* The coupling of a point with its neighbour at (k, j, i): side is -1 for the one before along the axis, else 1. */
static inline void neighbour_block(int axis, int side, int k, int j, int i, double block[COMPONENTS][COMPONENTS])
{
  int m, l;

  flux_jacobian(axis, k, j, i, block);
  for (m = 0; m < COMPONENTS; m++)
    for (l = 0; l < COMPONENTS; l++)
      block[m][l] *= side * DT * SLOPE;
  add_viscous_jacobian(axis, k, j, i, -DT * CURVATURE, block);
}

static inline void unit_block(double block[COMPONENTS][COMPONENTS])
{
  int m, l;

  for (m = 0; m < COMPONENTS; m++)
    for (l = 0; l < COMPONENTS; l++)
      block[m][l] = m == l ? 1.0 : 0.0;
}

/* Adds what one axis gives to the coupling of a point with itself. */
static inline void add_centre_block(int axis, int k, int j, int i, double block[COMPONENTS][COMPONENTS])
{
  add_viscous_jacobian(axis, k, j, i, 2.0 * DT * CURVATURE, block);
}

/* a = L U in place, with a unit diagonal in L; these blocks are so diagonally dominant that no row is exchanged.  The
 * diagonal of U is left inverted. */
static inline void factorise(double a[COMPONENTS][COMPONENTS])
{
  int m, l, pivot;

  for (pivot = 0; pivot < COMPONENTS; pivot++) {
    a[pivot][pivot] = 1.0 / a[pivot][pivot];
    for (m = pivot + 1; m < COMPONENTS; m++) {
      a[m][pivot] *= a[pivot][pivot];
      for (l = pivot + 1; l < COMPONENTS; l++)
        a[m][l] -= a[m][pivot] * a[pivot][l];
    }
  }
}

/* Solves with factors from factorise(), in place. */
static inline void solve_vector(double factors[COMPONENTS][COMPONENTS], double x[COMPONENTS])
{
  int m, l;

  for (m = 1; m < COMPONENTS; m++)
    for (l = 0; l < m; l++)
      x[m] -= factors[m][l] * x[l];
  for (m = COMPONENTS - 1; m >= 0; m--) {
    for (l = m + 1; l < COMPONENTS; l++)
      x[m] -= factors[m][l] * x[l];
    x[m] *= factors[m][m];
  }
}

/* y += scale * a x */
static inline void add_product(double scale, double a[COMPONENTS][COMPONENTS], const double x[COMPONENTS],
                               double y[COMPONENTS])
{
  int m, l;
  double sum;

  for (m = 0; m < COMPONENTS; m++) {
    sum = 0.0;
    for (l = 0; l < COMPONENTS; l++)
      sum += a[m][l] * x[l];
    y[m] += scale * sum;
  }
}

#endif
