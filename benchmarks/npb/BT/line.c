/* Block tridiagonal systems along grid lines, by elimination without pivoting.
 *
 * A thread keeps what back substitution needs of its current line in arrays of its own.  Boundary points have no
 * update, so that a line's system has the rows 1 to LAST only.
 */
#include "bt.h"
#include "cfd/block.h"

static double upper[N][COMPONENTS][COMPONENTS]; /* coupling with the next point, after elimination */
static double update[N][COMPONENTS];            /* right hand side, then solution */
#pragma omp threadprivate(upper, update)

/* a -= b c */
static void subtract_product(double a[COMPONENTS][COMPONENTS], double b[COMPONENTS][COMPONENTS],
                             double c[COMPONENTS][COMPONENTS])
{
  int m, l, n;

  for (m = 0; m < COMPONENTS; m++)
    for (n = 0; n < COMPONENTS; n++)
      for (l = 0; l < COMPONENTS; l++)
        a[m][l] -= b[m][n] * c[n][l];
}

/* Solves for all columns of a block, in place. */
static void solve_block(double factors[COMPONENTS][COMPONENTS], double x[COMPONENTS][COMPONENTS])
{
  int m, l, n;

  for (m = 1; m < COMPONENTS; m++)
    for (n = 0; n < m; n++)
      for (l = 0; l < COMPONENTS; l++)
        x[m][l] -= factors[m][n] * x[n][l];
  for (m = COMPONENTS - 1; m >= 0; m--) {
    for (n = m + 1; n < COMPONENTS; n++)
      for (l = 0; l < COMPONENTS; l++)
        x[m][l] -= factors[m][n] * x[n][l];
    for (l = 0; l < COMPONENTS; l++)
      x[m][l] *= factors[m][m];
  }
}

/* Eliminates the coupling with the points before, from row 1 on; (k, j, i) is the line's boundary point. */
static void eliminate(int axis, int k, int j, int i)
{
  int p;
  double lower[COMPONENTS][COMPONENTS], centre[COMPONENTS][COMPONENTS];
  const int dk = axis == 2, dj = axis == 1, di = axis == 0;

  for (p = 1; p <= LAST; p++) {
    unit_block(centre);
    add_centre_block(axis, k + p * dk, j + p * dj, i + p * di, centre);
    if (p > 1) {
      neighbour_block(axis, -1, k + (p - 1) * dk, j + (p - 1) * dj, i + (p - 1) * di, lower);
      subtract_product(centre, lower, upper[p - 1]);
      add_product(-1.0, lower, update[p - 1], update[p]);
    }
    factorise(centre);
    solve_vector(centre, update[p]);
    if (p < LAST) {
      neighbour_block(axis, 1, k + (p + 1) * dk, j + (p + 1) * dj, i + (p + 1) * di, upper[p]);
      solve_block(centre, upper[p]);
    }
  }
}

static void solve_line(int axis, int k, int j, int i)
{
  int p, m;
  const int dk = axis == 2, dj = axis == 1, di = axis == 0;

  for (p = 1; p <= LAST; p++)
    for (m = 0; m < COMPONENTS; m++)
      update[p][m] = residual[k + p * dk][j + p * dj][i + p * di][m];
  eliminate(axis, k, j, i);
  for (p = LAST - 1; p >= 1; p--)
    add_product(-1.0, upper[p], update[p + 1], update[p]);
  for (p = 1; p <= LAST; p++)
    for (m = 0; m < COMPONENTS; m++)
      residual[k + p * dk][j + p * dj][i + p * di][m] = update[p][m];
}

void solve_x(void)
{
  int k, j;

#pragma omp for schedule(static) nowait
  for (k = 1; k <= LAST; k++)
    for (j = 1; j <= LAST; j++)
      solve_line(0, k, j, 0);
}

void solve_y(void)
{
  int k, i;

#pragma omp for schedule(static)
  for (k = 1; k <= LAST; k++)
    for (i = 1; i <= LAST; i++)
      solve_line(1, k, 0, i);
}

void solve_z(void)
{
  int j, i;

#pragma omp for schedule(static)
  for (j = 1; j <= LAST; j++)
    for (i = 1; i <= LAST; i++)
      solve_line(2, 0, j, i);
}
