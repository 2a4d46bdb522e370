/* Output in each iteration.  expect: offloaded=0 kept=K004 */
#include <stdio.h>

int main(void)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < 100; i++)
    putchar('.');
  return 0;
}
