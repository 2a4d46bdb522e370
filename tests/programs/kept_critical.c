/* critical in the loop.  expect: offloaded=0 kept=K001 */
#include <stdio.h>

#define N 90

int main(void)
{
  int i, largest = -1, large = 0;

#pragma omp parallel for
  for (i = 0; i < N; i++) {
    int value = i * 37 % 91;

#pragma omp critical
    if (value > 80) {
      largest = value > largest ? value : largest;
      large += value <= largest;
    }
  }
  printf("%d %d\n", largest, large);
  return 0;
}
