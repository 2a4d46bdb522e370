/* break out of inner loops, and continue in inner loops and in the parallel loop.  expect: offloaded=2 */
#include <stdio.h>

#define N 100

static int smallest[N], odd[N];

int main(void)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < N; i++) {
    int d;

    smallest[i] = i;
    for (d = 2; d * d <= i; d++)
      if (i % d == 0) {
        smallest[i] = d;
        break;
      }
  }
#pragma omp parallel for
  for (i = 0; i < N; i++) {
    int k, sum = 0;

    if (i % 7 == 3)
      continue;
    for (k = 0; k < i; k++) {
      if (k % 2 == 0)
        continue;
      if (sum > 500)
        break;
      sum += k;
    }
    odd[i] = sum;
  }
  for (i = 0; i < N; i++)
    printf("%d:%d%c", smallest[i], odd[i], i % 10 == 9 ? '\n' : ' ');
  return 0;
}
