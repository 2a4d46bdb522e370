/* Functions that call themselves, directly and through each other.  expect: offloaded=0 kept=K005,K005 */
#include <stdio.h>

#define N 15

static int a[N], b[N];

static int odd(int n);

static int even(int n)
{
  return n == 0 ? 1 : odd(n - 1);
}

static int odd(int n)
{
  return n == 0 ? 0 : even(n - 1);
}

static int fibonacci(int n)
{
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

int main(void)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < N; i++)
    a[i] = fibonacci(i);
#pragma omp parallel for
  for (i = 0; i < N; i++)
    b[i] = even(i);
  for (i = 0; i < N; i++)
    printf("%d:%d%c", a[i], b[i], i == N - 1 ? '\n' : ' ');
  return 0;
}
