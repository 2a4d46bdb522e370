/* The address of one element is kept and used after the array changed on the device.  expect: offloaded=1 */
#include <stdio.h>

#define N 24

static int a[N];

static void add(int *where, int amount)
{
  *where += amount;
}

int main(void)
{
  int *watched = &a[17];
  int i, round;

  for (round = 0; round < 3; round++) {
#pragma omp parallel for
    for (i = 0; i < N; i++)
      a[i] += i;
    add(&a[3], 100);
    printf("%d %d\n", *watched, a[3]);
    *watched = round;
  }
  return 0;
}
