/* single, master and barrier in a function that the region calls; a loop without a kernel among them.
 * expect: offloaded=2 kept=K004 */
#include <stdio.h>
#include <stdlib.h>

#define N 100

static int a[N], b[N], total;

static void step(int number)
{
  int i;

#pragma omp single
  {
    total = 0;
    for (i = 0; i < N; i++)
      total += a[i];
    a[number] = total;
  }
#pragma omp for
  for (i = 0; i < N; i++)
    b[i] = a[i] * number + total;
#pragma omp for
  for (i = 0; i < N; i++)
    b[i] += 7 * (getenv("A_VARIABLE_OF_NOBODY") == NULL);
#pragma omp master
  printf("%d: %d %d\n", number, b[0], b[N - 1]);
#pragma omp barrier
#pragma omp for nowait
  for (i = 0; i < N; i++)
    a[i] = b[i] % 1009;
#pragma omp barrier
}

int main(void)
{
  int number;

  for (int i = 0; i < N; i++)
    a[i] = i;
#pragma omp parallel private(number)
  for (number = 0; number < 4; number++)
    step(number);
  printf("%d %d %d\n", a[0], b[1], total);
  return 0;
}
