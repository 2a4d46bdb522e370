/* A flag that gives constants another type.  expect: offloaded=0 kept=K007
 * flags: -fsingle-precision-constant */
#include <stdio.h>

static double value[20];

int main(void)
{
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    value[i] = i * 0.1;
  printf("%.17g\n", value[7]);
  return 0;
}
