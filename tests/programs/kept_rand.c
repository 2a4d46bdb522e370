/* rand in the loop.  expect: offloaded=0 kept=K004 */
#include <stdio.h>
#include <stdlib.h>

#define N 50

static int a[N];

int main(void)
{
  int i, good = 0;

#pragma omp parallel for
  for (i = 0; i < N; i++)
    a[i] = rand() % 10;
  for (i = 0; i < N; i++)
    good += a[i] >= 0 && a[i] < 10;
  printf("%d\n", good);
  return 0;
}
