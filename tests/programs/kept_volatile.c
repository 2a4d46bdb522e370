/* volatile data.  expect: offloaded=0 kept=K011 */
#include <stdio.h>

#define N 30

static volatile int a[N];

int main(void)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < N; i++)
    a[i] = i * 2;
  printf("%d %d\n", a[0], a[N - 1]);
  return 0;
}
