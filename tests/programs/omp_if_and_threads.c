/* if and num_threads with expressions, some of them false or one.  expect: offloaded=4 kept=K002 idle=1
 * flags: -Wno-unused-function */
#include <stdio.h>

#define N 80

static int a[N], calls;

static int wanted(int n)
{
  return n > 50 ? 3 : 1;
}

static int once(int value)
{
  calls++;
  return value;
}

static void add(int n, int by)
{
  int i;

#pragma omp parallel for if (n > 10) num_threads(wanted(n))
  for (i = 0; i < n; i++)
    a[i] += by;
}

int main(void)
{
  int i;

  add(N, 1);
  add(5, 100);
#pragma omp parallel for if (0)
  for (i = 0; i < N; i++)
    a[i] *= 2;
#pragma omp parallel if (once(1)) num_threads(once(2)) private(i)
  {
#pragma omp for
    for (i = 0; i < N; i++)
      a[i] += i;
#pragma omp for nowait
    for (i = 0; i < N; i++)
      a[i] %= 97;
  }
#pragma omp parallel for num_threads(1) schedule(dynamic, 3)
  for (i = 0; i < N; i++)
    a[i] -= 1;
  for (i = 0; i < N; i += 13)
    printf("%d\n", a[i]);
  return 0;
}
