/* A macro that makes nothing stands right before the construct: it may belong to it, so that the construct can't be
   replaced in the text.  expect: offloaded=0 kept=K012 */
#include <stdio.h>

#define N 30
#define QUIET
#define PARALLEL _Pragma("omp parallel for")

static int a[N];

int main(void)
{
  int k;
  QUIET PARALLEL
  for (k = 0; k < N; k++)
    a[k] = k + 5;
  printf("%d %d %d\n", a[0], a[1], a[N - 1]);
  return 0;
}
