/* Device copies of functions: one for each combination of address spaces, with the globals that they use. */
#include <math.h>

static double table[16];
static int limit = 3;

static double norm(const double *v, int n)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += v[i] * v[i];
  return sqrt(sum);
}

static inline void put(double *target, double value)
{
  *target = value > limit ? table[limit] : value;
}

void norms(int n, double (*a)[3], double *out)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double local[3];
    for (int k = 0; k < 3; k++)
      put(&local[k], 2 * a[i][k]);
    put(&out[i], norm(a[i], 3) + norm(local, 3));
  }
}
