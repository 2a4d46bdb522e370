/* The two steps of over-relaxation at one point. */
#ifndef LU_RELAX_H
#define LU_RELAX_H

#include "cfd/block.h"
#include "lu.h"

/* Adds omega times the couplings with the neighbours on one side (-1: before, 1: after), times residual there. */
static inline void add_neighbours(int side, int k, int j, int i, double sum[COMPONENTS])
{
  int axis, m, kn, jn, in;
  double block[COMPONENTS][COMPONENTS], neighbour[COMPONENTS];

  for (axis = 0; axis < AXES; axis++) {
    kn = k + side * (axis == 2);
    jn = j + side * (axis == 1);
    in = i + side * (axis == 0);
    for (m = 0; m < COMPONENTS; m++)
      neighbour[m] = residual[kn][jn][in][m];
    neighbour_block(axis, side, kn, jn, in, block);
    add_product(RELAXATION, block, neighbour, sum);
  }
}

/* Solves with a point's coupling with itself, in place. */
static inline void solve_centre(int k, int j, int i, double x[COMPONENTS])
{
  int axis;
  double block[COMPONENTS][COMPONENTS];

  unit_block(block);
  for (axis = 0; axis < AXES; axis++)
    add_centre_block(axis, k, j, i, block);
  factorise(block);
  solve_vector(block, x);
}

static inline void relax_lower(int k, int j, int i)
{
  int m;
  double x[COMPONENTS];

  for (m = 0; m < COMPONENTS; m++)
    x[m] = 0.0;
  add_neighbours(-1, k, j, i, x);
  for (m = 0; m < COMPONENTS; m++)
    x[m] = residual[k][j][i][m] - x[m];
  solve_centre(k, j, i, x);
  for (m = 0; m < COMPONENTS; m++)
    residual[k][j][i][m] = x[m];
}

static inline void relax_upper(int k, int j, int i)
{
  int m;
  double x[COMPONENTS];

  for (m = 0; m < COMPONENTS; m++)
    x[m] = 0.0;
  add_neighbours(1, k, j, i, x);
  solve_centre(k, j, i, x);
  for (m = 0; m < COMPONENTS; m++)
    residual[k][j][i][m] -= x[m];
}

#endif
