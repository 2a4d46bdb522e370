/* A call through a function pointer.  expect: offloaded=0 kept=K006 */
#include <stdio.h>

#define N 20

static int a[N];

static int twice(int x)
{
  return 2 * x;
}

static int square(int x)
{
  return x * x;
}

int main(void)
{
  int (*operations[2])(int);
  int i;

  for (i = 0; i < 2; i++)
    operations[i] = i ? square : twice;
#pragma omp parallel for
  for (i = 0; i < N; i++)
    a[i] = operations[i % 2](i);
  for (i = 0; i < N; i++)
    printf("%d%c", a[i], i == N - 1 ? '\n' : ' ');
  return 0;
}
