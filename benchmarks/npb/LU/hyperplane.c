/* Sweeps by hyperplanes: the points with the same k + j + i don't depend on each other. */
#include "cfd/cfd.h"
#include "lu.h"
#include "relax.h"

#define FIRST_PLANE 3
#define LAST_PLANE (3 * LAST)

const char lu_name[] = "LU-HP";

static int larger(int a, int b)
{
  return a > b ? a : b;
}

static int smaller(int a, int b)
{
  return a < b ? a : b;
}

void lower_sweep(void)
{
  int plane, k, j;

  for (plane = FIRST_PLANE; plane <= LAST_PLANE; plane++) {
#pragma omp for schedule(static)
    for (k = larger(1, plane - 2 * LAST); k <= smaller(LAST, plane - 2); k++)
      for (j = larger(1, plane - k - LAST); j <= smaller(LAST, plane - k - 1); j++)
        relax_lower(k, j, plane - k - j);
  }
}

void upper_sweep(void)
{
  int plane, k, j;

  for (plane = LAST_PLANE; plane >= FIRST_PLANE; plane--) {
#pragma omp for schedule(static)
    for (k = larger(1, plane - 2 * LAST); k <= smaller(LAST, plane - 2); k++)
      for (j = larger(1, plane - k - LAST); j <= smaller(LAST, plane - k - 1); j++)
        relax_upper(k, j, plane - k - j);
  }
}
