/* && and ||, with results that are true and false.  expect: offloaded=2 */
#include <stdio.h>

#define N 200

static int a[N];

int main(void)
{
  int i, every = 1, none = 5, some = 0, never = 0;

#pragma omp parallel for
  for (i = 0; i < N; i++)
    a[i] = i % 50 + 1;
#pragma omp parallel for reduction(&& : every, none) reduction(|| : some, never)
  for (i = 0; i < N; i++) {
    every = every && a[i] > 0;
    none = none && a[i] > 10;
    some = some || a[i] == 50;
    never = never || a[i] == 51;
  }
  printf("%d %d %d %d\n", every, none, some, never);
  return 0;
}
