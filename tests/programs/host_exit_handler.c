/* A function called at exit prints what a device wrote last.  expect: offloaded=1 */
#include <stdio.h>
#include <stdlib.h>

#define N 33

static int a[N];

static void goodbye(void)
{
  int i, sum = 0;

  for (i = 0; i < N; i++)
    sum += a[i];
  printf("%d %d\n", a[N - 1], sum);
}

int main(void)
{
  int i;

  if (atexit(goodbye))
    return 1;
#pragma omp parallel for
  for (i = 0; i < N; i++)
    a[i] = i * 5;
  return 0;
}
