/* LU: symmetric successive over-relaxation.
 *
 * The implicit operator's lower triangle couples a point with its three neighbours before it, the upper triangle
 * with those after.  A sweep visits the points in an order in which the neighbours that it reads are done; which
 * order, and how threads share it, is what pipeline.c and hyperplane.c differ in.
 */
#ifndef LU_H
#define LU_H

#define RELAXATION 1.2 /* omega */

extern const char lu_name[]; /* how the result calls the program */

/* pipeline.c or hyperplane.c, orphaned: solve with one triangle, in place in residual; end in a barrier. */
void lower_sweep(void);
void upper_sweep(void);

/* surface.c: integral of the pressure over the faces of a box inside the grid. */
double surface_integral(void);

#endif
