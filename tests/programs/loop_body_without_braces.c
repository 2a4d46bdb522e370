/* Parallel loops as the only statement under if and else, and in a for.  expect: offloaded=3 */
#include <stdio.h>

#define N 30

static int a[N];

static void step(int up)
{
  int i;

  if (up)
#pragma omp parallel for
    for (i = 0; i < N; i++)
      a[i] += i;
  else
#pragma omp parallel for
    for (i = 0; i < N; i++)
      a[i] -= 1;
}

int main(void)
{
  int i, repeat;

  step(1);
  step(0);
  for (repeat = 0; repeat < 3; repeat++)
#pragma omp parallel for
    for (i = 0; i < N; i++)
      a[i] = 2 * a[i] + repeat;
  for (i = 0; i < N; i += 4)
    printf("%d\n", a[i]);
  return 0;
}
