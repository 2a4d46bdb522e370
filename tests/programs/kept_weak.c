/* A weak function that another file replaces.  expect: offloaded=0 kept=K004  with: support/weak.c */
#include <stdio.h>

#define N 20

static int a[N];

int factor(void);

__attribute__((weak)) int factor(void)
{
  return 2;
}

int main(void)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < N; i++)
    a[i] = i * factor();
  printf("%d %d\n", a[1], a[N - 1]);
  return 0;
}
