/* sections beside a work-shared loop keep the whole region.  expect: offloaded=0 kept=K001 */
#include <stdio.h>

#define N 20

static int a[N];
static int left, right;

int main(void)
{
  int i;

#pragma omp parallel private(i)
  {
#pragma omp sections
    {
#pragma omp section
      left = 5;
#pragma omp section
      right = 7;
    }
#pragma omp for
    for (i = 0; i < N; i++)
      a[i] = left * i + right;
  }
  printf("%d %d\n", a[0], a[N - 1]);
  return 0;
}
