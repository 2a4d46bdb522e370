/* memcpy, memset and memmove from, to and between arrays that a device wrote.  expect: offloaded=2 */
#include <stdio.h>
#include <string.h>

#define N 48

static int a[N], b[N], c[N];

int main(void)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < N; i++)
    a[i] = i * 3;
  memcpy(b, a, sizeof b);
  memset(a, 0, 10 * sizeof a[0]);
  memmove(a + 12, a + 10, 20 * sizeof a[0]);
#pragma omp parallel for
  for (i = 0; i < N; i++)
    c[i] = a[i] + 100 * b[i];
  memcpy(&b[5], &c[7], 3 * sizeof(int));
  for (i = 0; i < N; i += 3)
    printf("%d %d %d\n", a[i], b[i], c[i]);
  return 0;
}
