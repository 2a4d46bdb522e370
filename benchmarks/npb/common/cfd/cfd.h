/* What BT, SP and LU share: the three-dimensional compressible Navier-Stokes equations on the unit cube.
 *
 * Written for this project from the specification (NAS reports RNR-94-007, chapter 3, and NAS-95-020).  Each point of
 * an N x N x N grid has five conserved components: density, momentum along x, y and z, and total energy.  A forcing
 * term makes a given polynomial the steady solution; the benchmarks differ in the implicit scheme that goes there.
 *
 * Arrays are [k][j][i][component], for z, y and x.  An axis is 0 for x, 1 for y and 2 for z; the momentum along it is
 * component 1 + axis.  Boundary points keep the exact solution, so that only points 1 to LAST along each axis change.
 *
 * "Orphaned" functions hold work-sharing loops for the team that calls them: all of its threads must call.
 */
#ifndef CFD_H
#define CFD_H

#include "npbparams.h"

#define AXES 3
#define COMPONENTS 5
#define ENERGY 4
#define LAST (N - 2)     /* the last interior point along each axis */
#define PADDED (N | 1)   /* inner extents are odd, which spreads columns over the sets of a cache */

/* The difference quotients of the grid: 1 / (2 h) and 1 / h^2. */
#define SLOPE (0.5 * (N - 1))
#define CURVATURE ((double)(N - 1) * (N - 1))

/* The fluid, and the artificial terms of the discrete equations. */
#define GAMMA 1.4                                  /* ratio of specific heats */
#define VISCOSITY 0.1
#define CONDUCTION 1.96                            /* thermal diffusion over viscosity */
#define DIFFUSION(axis) ((axis) == 2 ? 1.0 : 0.75) /* second-order smoothing along an axis */
#define DISSIPATION 0.25                           /* fourth-order smoothing */

extern double u[N][PADDED][PADDED][COMPONENTS];        /* the solution */
extern double forcing[N][PADDED][PADDED][COMPONENTS];  /* what holds the exact solution in balance */
extern double residual[N][PADDED][PADDED][COMPONENTS]; /* du/dt, then the schemes' right hand side and update */

/* Derived from u by balance(). */
extern double specific_volume[N][PADDED][PADDED];
extern double velocity[AXES][N][PADDED][PADDED];
extern double kinetic[N][PADDED][PADDED]; /* kinetic energy of a unit of mass */
extern double pressure[N][PADDED][PADDED];

/* exact.c */
void exact_solution(int k, int j, int i, double value[COMPONENTS]);
void make_forcing(void);  /* overwrites u */
void initial_field(void); /* u between the boundaries: blended from the exact solution on them */

/* balance.c */
void balance(void);                /* orphaned: residual = forcing + the discrete equations at u; ends in a barrier */
void scale_residual(double scale); /* orphaned; the next loop over interior rows of k may follow without a barrier */
void correct(double scale);        /* orphaned: u += scale * residual; ends in a barrier */

/* norms.c: those that verify print each value and its reference, and return whether all are close. */
int verify_fields(void); /* norms of the residual, which it brings up to date, and of the error */
int verify_values(const char *name, int count, const double value[], const double reference[]);
int print_result(const char *name, double seconds, double operations, int verified); /* main's exit status */

#endif
