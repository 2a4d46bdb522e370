/* Prefix sums by doubling: many short loops over two buffers, with a region around them.  expect: offloaded=2 */
#include <stdio.h>

#define N 150

static int a[N], b[N];

int main(void)
{
  int i, distance;

  for (i = 0; i < N; i++)
    a[i] = i % 7 - 2;
#pragma omp parallel private(i, distance)
  {
    for (distance = 1; distance < N; distance *= 2) {
#pragma omp for
      for (i = 0; i < N; i++)
        b[i] = a[i] + (i >= distance ? a[i - distance] : 0);
#pragma omp for
      for (i = 0; i < N; i++)
        a[i] = b[i];
    }
  }
  for (i = 0; i < N; i++)
    printf("%d%c", a[i], i % 15 == 14 ? '\n' : ' ');
  return 0;
}
