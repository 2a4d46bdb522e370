/* Complex numbers are structures on the device, with functions for their operators. */
#include <complex.h>

void turn(int n, double complex *z, const double complex *by, const double *length)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    z[i] = conj(z[i]) * by[i] + 2.0 * I / length[i] - creal(by[i]);
}
