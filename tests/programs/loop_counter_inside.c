/* A counter that is declared in the loop, and one that hides an outer name.  expect: offloaded=2 */
#include <stdio.h>

#define N 40

static int a[N], b[N];

int main(void)
{
  int i = 1234;

#pragma omp parallel for
  for (int k = 0; k < N; k++)
    a[k] = k - 20;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    b[i] = a[N - 1 - i] * 2;
  printf("%d\n", i);
  for (int k = 0; k < N; k += 6)
    printf("%d %d\n", a[k], b[k]);
  return 0;
}
