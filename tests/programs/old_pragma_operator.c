/* A macro for _Pragma before a loop that stands in the source itself.  expect: offloaded=1 */
#include <stdio.h>

#define N 30
#define PARALLEL_FOR _Pragma("omp parallel for")

static int a[N];

int main(void)
{
  int i;

  PARALLEL_FOR
  for (i = 0; i < N; i++)
    a[i] = i * 4 - 1;
  printf("%d %d\n", a[1], a[N - 1]);
  return 0;
}
