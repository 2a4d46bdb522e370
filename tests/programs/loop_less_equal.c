/* A counter that goes up to its bound and reaches it.  expect: offloaded=1 */
#include <stdio.h>

#define N 100

int main(void)
{
  static int a[N + 1];
  int i, sum = 0;

#pragma omp parallel for
  for (i = 0; i <= N; i++)
    a[i] = 3 * i + 1;
  for (i = 0; i <= N; i++)
    sum += a[i];
  printf("%d %d %d\n", a[0], a[N], sum);
  return 0;
}
