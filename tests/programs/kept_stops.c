/* Calls that only the host can make, in each iteration or in the condition of a `do` loop.
 * expect: offloaded=1 kept=K004,K004,K004 */
#include <stdio.h>
#include <stdlib.h>

#define N 20

static int v[N];

static void show(void)
{
  putchar('.');
}

static int checked(int x)
{
  if (x < 0)
    exit(1);
  return x;
}

int main(void)
{
  int i, sum = 0;

#pragma omp parallel for
  for (i = 0; i < N; i++) {
    v[i] = i;
    show();
  }
#pragma omp parallel for
  for (i = 0; i < N; i++)
    if (1)
      putchar('x');
#pragma omp parallel for
  for (i = 0; i < N; i++) {
    int k = 0;
    do
      k++;
    while (checked(k) < 3);
    v[i] += k;
  }
#pragma omp parallel for
  for (i = 0; i < N; i++)
    v[i] = v[i] > 5 && checked(v[i]) ? v[i] : 5;
  for (i = 0; i < N; i++)
    sum += v[i];
  printf("\n%d\n", sum);
  return 0;
}
