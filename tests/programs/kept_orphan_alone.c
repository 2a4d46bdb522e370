/* No region calls the function: its loop is run by a team of one.  expect: offloaded=0 kept=K001 */
#include <stdio.h>

#define N 40

static int a[N];

static void fill(int factor)
{
#pragma omp for
  for (int i = 0; i < N; i++)
    a[i] = factor * i;
}

int main(void)
{
  fill(3);
  printf("%d %d\n", a[1], a[N - 1]);
  return 0;
}
