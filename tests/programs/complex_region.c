/* Complex numbers in what a region does between its loops.  expect: offloaded=2 */
#include <complex.h>
#include <stdio.h>

#define N 40

static double complex a[N];
static float complex b[N];

int main(void)
{
  int i;

#pragma omp parallel
  {
    double complex step = 0.25 + 0.5 * I;
    double half = 0;

    __imag__ step *= 2;
    half = cimag(step) * 0.5 + __real__ (step * 2.0i);
#pragma omp for
    for (i = 0; i < N; i++)
      a[i] = i * step;
    step = conj(step) + half;
#pragma omp for
    for (i = 0; i < N; i++)
      b[i] = a[i] - step * I;
  }
  for (i = 0; i < N; i += 3)
    printf("%g %g %g %g\n", creal(a[i]), cimag(a[i]), crealf(b[i]), cimagf(b[i]));
  return 0;
}
