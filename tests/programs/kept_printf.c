/* printf in the loop.  expect: offloaded=0 kept=K004 */
#include <stdio.h>

int main(void)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < 100; i++)
    if (i == 42)
      printf("here is %d\n", i);
  return 0;
}
