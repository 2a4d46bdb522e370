/* Automatic arrays of several frames are alive on the device at once; addresses come again.  expect: offloaded=1 */
#include <stdio.h>

#define N 20

static int work(int depth, const int *above)
{
  int mine[N];
  int i, below = 0;

#pragma omp parallel for
  for (i = 0; i < N; i++)
    mine[i] = above[i] + depth;
  if (depth > 0)
    below = work(depth - 1, mine) + work(depth - 1, above);
  return mine[depth] + 2 * below;
}

int main(void)
{
  int start[N], i;

  for (i = 0; i < N; i++)
    start[i] = i;
  printf("%d\n", work(3, start));
  start[2] = 50;
  printf("%d\n", work(2, start));
  return 0;
}
