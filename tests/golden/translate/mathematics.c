/* math.h: arguments get the types of C's prototypes; what OpenCL C lacks comes with a helper. */
#include <math.h>
#include <stdlib.h>

void evaluate(int n, const int *k, const float *f, double *d, long *l)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int exponent;
    double part = frexp(d[i], &exponent);
    d[i] = pow(k[i], 2) + fabs(f[i]) + fmax(part, exponent) + sqrtf(2 * f[i]) + abs(k[i]);
    l[i] = lround(d[i]) + (isnan(f[i]) ? 1 : isinf(d[i]));
  }
}
