/* A work-shared loop in a function that the region calls.  expect: offloaded=0 kept=K001 */
#include <stdio.h>

#define N 40

static int a[N];

static void fill(int factor)
{
  int i;

#pragma omp for
  for (i = 0; i < N; i++)
    a[i] = factor * i;
}

int main(void)
{
#pragma omp parallel
  fill(3);
  printf("%d %d\n", a[1], a[N - 1]);
  return 0;
}
