/* _Complex arithmetic.  expect: offloaded=0 kept=K007 */
#include <complex.h>
#include <stdio.h>

#define N 16

static double _Complex a[N];

int main(void)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < N; i++)
    a[i] = (1.0 + 0.5 * I) * i;
  for (i = 0; i < N; i += 5)
    printf("%.12g %.12g\n", creal(a[i]), cimag(a[i]));
  return 0;
}
