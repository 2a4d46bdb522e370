/* Each thread hands an array of its own to a function with a work-shared loop.  expect: offloaded=0 kept=K014 */
#include <stdio.h>

#define N 40

static int a[N];

static void fill(int *own, int n)
{
  int i;

#pragma omp for
  for (i = 0; i < n; i++) {
    own[i] = i;
    a[i] = own[i] * 2;
  }
}

int main(void)
{
#pragma omp parallel
  {
    int own[N];

    fill(own, N);
  }
  printf("%d %d\n", a[1], a[N - 1]);
  return 0;
}
