/* the host calls `exp` */
#include <math.h>

static double a[900], s;

double f(int n)
{
  double t = 0.0;
#pragma omp parallel
  {
#pragma omp for reduction(+ : s)
    for (int i = 0; i < n; i++)
      s += a[i];
#pragma omp single
    t = exp(s);
#pragma omp for
    for (int i = 0; i < n; i++)
      a[i] = t;
  }
  return t;
}
