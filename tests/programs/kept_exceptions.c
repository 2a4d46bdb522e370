/* Exceptions that a loop raises are asked for: devices raise none.  expect: offloaded=0 kept=K007 */
#include <fenv.h>
#include <stdio.h>

#define N 100

static double quotients[N], divisors[N];

int main(void)
{
  for (int i = 0; i < N; i++)
    divisors[i] = i;
  feclearexcept(FE_ALL_EXCEPT);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    quotients[i] = 1.0 / divisors[i];
  printf("%d %g\n", fetestexcept(FE_DIVBYZERO) != 0, quotients[4]);
  return 0;
}
