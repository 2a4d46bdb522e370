/* Two regions, and serial code, call one function with a loop; what it gets is private here and shared there.
 * expect: offloaded=3 */
#include <stdio.h>

#define N 40

static int a[N], b[N], c[N];

static void shift(int *x, int by)
{
  int i;

  by *= 2;
#pragma omp for
  for (i = 0; i < N; i++)
    x[i] += by + i;
}

int main(void)
{
  int i, amount = 3, other = 100;

#pragma omp parallel firstprivate(amount)
  {
    int *mine = amount > 2 ? a : b;

    amount++;
    shift(mine, amount);
#pragma omp for
    for (i = 0; i < N; i++)
      c[i] = a[i] * amount;
  }
#pragma omp parallel shared(other)
  {
#pragma omp single
    other = 7;
    shift(b, other);
    shift(c, other + 1);
#pragma omp for schedule(dynamic)
    for (i = 0; i < N; i++)
      a[i] -= b[i];
  }
  shift(a, other);
  for (i = 0; i < N; i += 7)
    printf("%d %d %d\n", a[i], b[i], c[i]);
  return 0;
}
