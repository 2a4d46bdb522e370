/* atomic update of long, unsigned and unsigned long long.  expect: offloaded=1 */
#include <stdio.h>

#define N 500

static long sum[4];
static unsigned count;
static unsigned long long bits;

int main(void)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < N; i++) {
#pragma omp atomic
    sum[i % 4] += 10000000000L * i;
#pragma omp atomic
    count += 3u;
#pragma omp atomic
    bits |= 1ULL << (i % 50);
  }
  printf("%ld %ld %ld %ld %u %llx\n", sum[0], sum[1], sum[2], sum[3], count, bits);
  return 0;
}
