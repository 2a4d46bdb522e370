/* The host reads and writes elements between regions, in loops and alone.  expect: offloaded=2 */
#include <stdio.h>

#define N 70

static int a[N], b[N];

int main(void)
{
  int i, round, seen = 0;

  for (round = 0; round < 3; round++) {
#pragma omp parallel for
    for (i = 0; i < N; i++)
      a[i] = a[i] + i + round;
    a[round] = 1000 * round;
    seen += a[N - 1] + a[10];
    for (i = 20; i < 30; i++)
      a[i]--;
#pragma omp parallel for
    for (i = 0; i < N; i++)
      b[i] = a[i] - b[i];
    if (b[25] % 2)
      b[25]++;
  }
  printf("%d %d %d %d %d\n", seen, a[1], a[25], b[0], b[25]);
  return 0;
}
