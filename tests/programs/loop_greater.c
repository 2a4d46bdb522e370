/* Counters that go down, with > and >=.  expect: offloaded=2 */
#include <stdio.h>

#define N 97

static int a[N], b[N];

int main(void)
{
  int i, sum = 0;

#pragma omp parallel for
  for (i = N - 1; i > 3; i--)
    a[i] = i * i;
#pragma omp parallel for
  for (i = N - 1; i >= 0; i -= 3)
    b[i] = a[i] + i;
  for (i = 0; i < N; i++)
    sum += (i + 1) * (a[i] - b[i]);
  printf("%d %d %d %d\n", a[3], a[4], b[0], sum);
  return 0;
}
