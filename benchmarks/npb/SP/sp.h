/* SP: the pieces of one time step besides the common ones.  All are orphaned and work on residual in place; those
 * without a barrier at their end touch, like what follows them, only a thread's own rows of k. */
#ifndef SP_H
#define SP_H

#include "cfd/cfd.h"

extern double sound[N][PADDED][PADDED]; /* speed of sound at interior points, set by into_x() */

/* eigen.c: changes of the basis in which the components are written.  In an axis' own basis its flux Jacobian is
 * diagonal: velocity three times, velocity plus and velocity minus the speed of sound. */
void into_x(void);  /* from conserved components */
void x_into_y(void);
void y_into_z(void); /* ends in a barrier */
void out_of_z(void); /* to conserved components */

/* line.c: solve the scalar pentadiagonal systems of all grid lines along one axis. */
void solve_x(void);
void solve_y(void);
void solve_z(void); /* ends in a barrier */

#endif
