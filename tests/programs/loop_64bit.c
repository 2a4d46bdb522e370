/* Counters of 64 bits with values beyond 32 bits.  expect: offloaded=3 */
#include <stddef.h>
#include <stdio.h>

#define N 60

static long long a[N];
static unsigned long b[N];
static size_t c[N];

int main(void)
{
  long long i, begin = 5000000000LL;
  unsigned long u, high = 1UL << 40;
  size_t s;

#pragma omp parallel for
  for (i = begin; i < begin + N; i++)
    a[i - begin] = i * 3;
#pragma omp parallel for
  for (u = high + N - 1; u >= high; u--)
    b[u - high] = u >> 4;
#pragma omp parallel for
  for (s = 0; s < (size_t)N; s++)
    c[s] = s * s;
  for (i = 0; i < N; i += 13)
    printf("%lld %lu %zu\n", a[i], b[i], c[i]);
  return 0;
}
