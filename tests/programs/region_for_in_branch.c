/* A work-shared loop under a condition that all threads agree on.  expect: offloaded=2 */
#include <stdio.h>

#define N 30

static int a[N];

static void work(int which)
{
  int i;

#pragma omp parallel private(i)
  {
    if (which > 0) {
#pragma omp for
      for (i = 0; i < N; i++)
        a[i] += which;
    } else {
#pragma omp for
      for (i = 0; i < N; i++)
        a[i] = -a[i];
    }
  }
}

int main(void)
{
  int i;

  work(3);
  work(0);
  work(1);
  for (i = 0; i < N; i += 7)
    printf("%d\n", a[i]);
  return 0;
}
