/* BT: the pieces of one time step besides the common ones. */
#ifndef BT_H
#define BT_H

/* line.c, orphaned: each solves the block tridiagonal systems of all grid lines along one axis, in place in
 * residual.  The first may be followed by the second without a barrier, because both share the rows of k. */
void solve_x(void);
void solve_y(void); /* ends in a barrier */
void solve_z(void); /* ends in a barrier */

#endif
