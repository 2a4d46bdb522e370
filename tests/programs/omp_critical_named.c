/* critical, named and not, in a loop of a region that only updates with it.  expect: offloaded=3 */
#include <stdio.h>

#define N 64

static int a[N], longest, count;

int main(void)
{
  int i;

#pragma omp parallel private(i)
  {
#pragma omp for
    for (i = 0; i < N; i++)
      a[i] = (i * 29) % 31;
#pragma omp for
    for (i = 0; i < N; i++) {
      if (a[i] > 20) {
#pragma omp critical(longest)
        if (a[i] > longest)
          longest = a[i];
      }
#pragma omp critical
      count += a[i] % 2;
    }
#pragma omp for
    for (i = 0; i < N; i++)
      a[i] += longest * count;
  }
  printf("%d %d %d %d\n", longest, count, a[3], a[N - 1]);
  return 0;
}
