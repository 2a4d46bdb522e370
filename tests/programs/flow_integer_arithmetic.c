/* Integer division, remainder, shifts, and all assignment operators.  expect: offloaded=1 */
#include <stdio.h>

#define N 60

static int a[N];
static unsigned long b[N];

int main(void)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < N; i++) {
    int x = (i - 30) * 1001;
    unsigned long y = 0x123456789abcdef0UL;

    x /= 7;
    x %= 100;
    x <<= i % 3 * (x > 0);
    x ^= x >> 2;
    x |= i & 1;
    x -= ~i;
    y *= (unsigned long)i + 1u;
    y >>= i % 17;
    y &= ~(1UL << (i % 60));
    a[i] = x++ + -7 / 2 + -7 % 3;
    b[i] = y % 1000003u + (unsigned long)(x > -5) + sizeof(int) + 'A' + 077 + 0x1fu;
  }
  for (i = 0; i < N; i += 4)
    printf("%d %lu\n", a[i], b[i]);
  return 0;
}
