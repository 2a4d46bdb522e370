/* Unsigned counters, also near the end of their range.  expect: offloaded=3 */
#include <limits.h>
#include <stdio.h>

#define N 50

static unsigned a[N], b[N];
static unsigned char c[N];

int main(void)
{
  unsigned u, begin = UINT_MAX - N;
  unsigned char k;

#pragma omp parallel for
  for (u = begin; u < UINT_MAX; u++)
    a[u - begin] = u / 3;
#pragma omp parallel for
  for (u = N; u > 0; u--)
    b[u - 1] = u - 2;
#pragma omp parallel for
  for (k = 0; k < N; k += 2)
    c[k] = (unsigned char)(k * 9);
  for (u = 0; u < N; u += 7)
    printf("%u %u %d\n", a[u], b[u], c[u]);
  return 0;
}
