/* elastic waves on a staggered grid, after the fashion of 1990 */
#define NR_END 1
#define FREE_ARG char*
float **matrix(), *vector();
void free_matrix(), free_vector(), nrerror();
struct grid { int nx, nz; float dx, dt; };
#define LOOP2(i, j, i0, i1, j0, j1) for (i = (i0); i <= (i1); i++) for (j = (j0); j <= (j1); j++)
#ifndef PI
#define PI 3.14159265358979
#endif
