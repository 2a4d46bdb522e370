/* Sums of a threadprivate variable, by each thread, which no other code sees.  expect: offloaded=1 */
#include <stdio.h>

#define N 100

static int mine;
#pragma omp threadprivate(mine)

int main(void)
{
  int i, sum = 0;

#pragma omp parallel private(i)
  {
    mine = 0;
#pragma omp for
    for (i = 0; i < N; i++)
      mine += i;
#pragma omp atomic
    sum += mine;
  }
  printf("%d\n", sum);
  return 0;
}
