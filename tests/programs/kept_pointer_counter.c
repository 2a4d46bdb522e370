/* Not in canonical form for mapper: a counter that is a pointer.  expect: offloaded=0 kept=K003 */
#include <stdio.h>

#define N 30

static int a[N];

int main(void)
{
  int *p;

#pragma omp parallel for
  for (p = a; p < a + N; p++)
    *p = (int)(p - a) * 2;
  printf("%d %d\n", a[1], a[N - 1]);
  return 0;
}
