/* ordered in the loop.  expect: offloaded=0 kept=K002 */
#include <stdio.h>

int main(void)
{
  int i, checksum = 0;

#pragma omp parallel for ordered
  for (i = 0; i < 30; i++) {
    int value = i * i;

#pragma omp ordered
    checksum = 31 * (checksum % 1000) + value;
  }
  printf("%d\n", checksum);
  return 0;
}
