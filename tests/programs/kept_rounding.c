/* The rounding mode is set by a function: devices round to nearest.  expect: offloaded=0 kept=K007,K007 */
#include <fenv.h>
#include <stdio.h>

#define N 100

static double low[N], high[N];

static void toward(int mode)
{
#pragma omp parallel
  fesetround(mode);
}

int main(void)
{
  int apart = 0;
  toward(FE_DOWNWARD);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    low[i] = 1.0 / (3 + i);
  toward(FE_UPWARD);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    high[i] = 1.0 / (3 + i);
  toward(FE_TONEAREST);
  for (int i = 0; i < N; i++)
    apart += low[i] < high[i];
  printf("%d apart, %a %a\n", apart, low[0], high[0]);
  return 0;
}
