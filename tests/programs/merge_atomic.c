/* A private sum that atomic merges.  expect: offloaded=1 */
#include <stdio.h>

#define N 100

static int a[N];

int main(void)
{
  int i, sum = 0;

  for (i = 0; i < N; i++)
    a[i] = i % 9;
#pragma omp parallel private(i)
  {
    int mine = 0;

#pragma omp for
    for (i = 0; i < N; i++)
      mine += a[i];
#pragma omp atomic
    sum += mine;
  }
  printf("%d\n", sum);
  return 0;
}
