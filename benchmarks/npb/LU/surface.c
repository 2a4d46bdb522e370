/* The integral of the pressure over a box's faces, by the trapezoidal rule; the box is the specification's. */
#include "cfd/cfd.h"
#include "lu.h"

/* The box, in grid points. */
#define X_LOW 1
#define X_HIGH (N - 2)
#define Y_LOW 1
#define Y_HIGH (N - 3)
#define Z_LOW 2
#define Z_HIGH (N - 2)

/* The four corners of a cell between two points along each of two axes; the other axis is `across`. */
static double corners(int across, int k, int j, int i)
{
  const int dk = across != 2, dj = across != 1, di = across != 0;

  if (across == 0)
    return pressure[k][j][i] + pressure[k][j + dj][i] + pressure[k + dk][j][i] + pressure[k + dk][j + dj][i];
  if (across == 1)
    return pressure[k][j][i] + pressure[k][j][i + di] + pressure[k + dk][j][i] + pressure[k + dk][j][i + di];
  return pressure[k][j][i] + pressure[k][j][i + di] + pressure[k][j + dj][i] + pressure[k][j + dj][i + di];
}

double surface_integral(void)
{
  int k, j, i;
  double sum = 0.0;

#pragma omp parallel default(shared) private(k, j, i) reduction(+ : sum)
  {
#pragma omp for nowait
    for (j = Y_LOW; j < Y_HIGH; j++)
      for (i = X_LOW; i < X_HIGH; i++)
        sum += corners(2, Z_LOW, j, i) + corners(2, Z_HIGH, j, i);
#pragma omp for nowait
    for (k = Z_LOW; k < Z_HIGH; k++)
      for (i = X_LOW; i < X_HIGH; i++)
        sum += corners(1, k, Y_LOW, i) + corners(1, k, Y_HIGH, i);
#pragma omp for nowait
    for (k = Z_LOW; k < Z_HIGH; k++)
      for (j = Y_LOW; j < Y_HIGH; j++)
        sum += corners(0, k, j, X_LOW) + corners(0, k, j, X_HIGH);
  }
  return 0.25 * sum / CURVATURE;
}
