/* nowait between loops that are independent of each other.  expect: offloaded=3 */
#include <stdio.h>

#define N 75

static int a[N], b[N], c[N];

int main(void)
{
  int i;

#pragma omp parallel private(i)
  {
#pragma omp for nowait
    for (i = 0; i < N; i++)
      a[i] = i + 1;
#pragma omp for nowait schedule(static, 2)
    for (i = 0; i < N; i++)
      b[i] = 2 * i;
#pragma omp barrier
#pragma omp for
    for (i = 0; i < N; i++)
      c[i] = a[i] * b[N - 1 - i];
  }
  for (i = 0; i < N; i += 9)
    printf("%d %d %d\n", a[i], b[i], c[i]);
  return 0;
}
