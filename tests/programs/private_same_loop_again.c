/* A thread finds in a loop what it stored in the same loop one step before: the region stays.
 * expect: offloaded=1 kept=K014 */
#include <stdio.h>

#define N 50

static int a[N];

int main(void)
{
  int i, sum = 0;

#pragma omp parallel for
  for (i = 0; i < N; i++)
    a[i] = i;
#pragma omp parallel private(i)
  {
    int own[N], step;

    for (step = 0; step < 3; step++) {
#pragma omp for schedule(static)
      for (i = 0; i < N; i++) {
        if (step == 0)
          own[i] = 2 * i;
        else
          a[i] += own[i];
      }
    }
  }
  for (i = 0; i < N; i++)
    sum += a[i] * (i % 5);
  printf("%d\n", sum);
  return 0;
}
