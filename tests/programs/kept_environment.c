/* The floating-point environment of all threads is set.  expect: offloaded=0 kept=K007 */
#include <fenv.h>
#include <stdio.h>

#define N 100

static double quotients[N];

int main(void)
{
  fenv_t nearest, upward;
  fegetenv(&nearest);
  upward = nearest;
  upward.__control_word = (upward.__control_word & ~0xc00) | 0x800;
  upward.__mxcsr = (upward.__mxcsr & ~0x6000u) | 0x4000;
#pragma omp parallel
  fesetenv(&upward);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    quotients[i] = (i + 1) / 3.0;
#pragma omp parallel
  fesetenv(&nearest);
  int above = 0;
  volatile double three = 3;
  for (int i = 0; i < N; i++)
    above += quotients[i] > (i + 1) / three;
  printf("%d\n", above);
  return 0;
}
