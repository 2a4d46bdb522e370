/* critical in the loop.  expect: offloaded=0 kept=K001 */
#include <stdio.h>

#define N 90

int main(void)
{
  int i, largest = -1, where = -1;

#pragma omp parallel for
  for (i = 0; i < N; i++) {
    int value = i * 37 % 91;

#pragma omp critical
    if (value > largest) {
      largest = value;
      where = i;
    }
  }
  printf("%d %d\n", largest, where);
  return 0;
}
