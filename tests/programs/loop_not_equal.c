/* Loops whose condition is !=, up and down.  expect: offloaded=2 */
#include <stdio.h>

#define N 64

static int a[N], b[N];

int main(void)
{
  int i, n = N;

#pragma omp parallel for
  for (i = 0; i != n; i++)
    a[i] = n - i;
#pragma omp parallel for
  for (i = n - 1; i != -1; --i)
    b[i] = 2 * a[i];
  for (i = 0; i < N; i += 9)
    printf("%d %d\n", a[i], b[i]);
  return 0;
}
