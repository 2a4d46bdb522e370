/* Code for thread 0 by its number: it runs once, on the host; loops may use the number, too.
 * expect: offloaded=6 */
#include <stdio.h>
#ifdef _OPENMP
#include <omp.h>
#else
static int omp_get_thread_num(void)
{
  return 0;
}
#endif

#define N 52

static int a[N], b[N], seen, rounds, owner[N];

static void note(int value)
{
  int me = omp_get_thread_num();
  int i;

  if (me == 0)
    seen += value;
#pragma omp barrier
#pragma omp for
  for (i = 0; i < N; i++)
    b[i] += seen;
#pragma omp for schedule(static, 1)
  for (i = 0; i < N; i++)
    owner[i] = omp_get_thread_num() >= 0;
}

int main(void)
{
  int i, number, sum = 0;

#pragma omp parallel private(i, number)
  {
    number = omp_get_thread_num();
#pragma omp for
    for (i = 0; i < N; i++)
      a[i] = b[i] = i;
    if (!number) {
      int k;

      for (k = 0; k < 3; k++)
        rounds += a[k + 1];
    }
    if (0 == omp_get_thread_num())
      a[0] = 5;
#pragma omp single
    rounds += number * 0;
    note(2);
    note(3);
#pragma omp for
    for (i = 0; i < N; i++)
      a[i] += b[N - 1 - i];
  }
#pragma omp parallel for
  for (i = 0; i < N; i++)
    b[i] *= 2;
#pragma omp parallel private(i, number)
  {
    number = omp_get_thread_num();
#pragma omp for reduction(+ : sum)
    for (i = 0; i < N; i++)
      sum += a[i] + (number >= 0) + owner[i];
  }
  printf("%d %d %d\n", seen, rounds, sum);
  for (i = 0; i < N; i += 9)
    printf("%d %d\n", a[i], b[i]);
  return 0;
}
