/* Labels are converted to the type in which their `switch` selects.  expect: offloaded=2 */
#include <stdio.h>
#define N 64
static int from_unsigned(unsigned x, int n)
{
  switch (x) {
  case -1:
    return n ? 1 + from_unsigned(x, n - 1) : 7;
  case 0x80000000:
    return n ? 2 + from_unsigned(x, n - 1) : 9;
  case 3:
    return 4;
  default:
    return n > 0 ? 5 + from_unsigned(x - 1, n - 1) : 11;
  }
}
static long from_long(unsigned long x, int n)
{
  switch (x) {
  case -1:
    return n ? 1 + from_long(x, n - 1) : 7;
  case -2L:
    return n ? 3 * from_long(x + 1, n - 1) : 6;
  case 1UL << 63:
    return 13 + (n ? from_long(x - 1, n - 1) : 0);
  default:
    return n <= 0 ? 1 : 2 * from_long(x - 1, n - 1) + 1;
  }
}
static int from_int(int x, int n)
{
  switch (x) {
  case 0xfffffffe:
    return n ? 2 + from_int(x + 1, n - 1) : 3;
  default:
    return n <= 0 ? 1 : 2 * from_int(x - 1, n - 1) + 1;
  }
}
int main(void)
{
  static unsigned key[N];
  static unsigned long wide[N];
  static int a[N], c[N], d[N];
  static long b[N], e[N];
  for (int i = 0; i < N; i++) {
    key[i] = i % 2 ? -1U : i % 3 ? 0x80000002u : (unsigned)i;
    wide[i] = i % 2 ? -2UL : i % 3 ? (1UL << 63) + 1 : (unsigned long)i;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    a[i] = from_unsigned(key[i], i % 9);
    b[i] = from_long(wide[i], i % 9);
    c[i] = from_int(i % 7 - 3, i % 9);
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    switch (key[i]) {
    case -1:
      d[i] = 1;
      break;
    case 0x80000002:
      d[i] = 2;
      break;
    default:
      d[i] = 3;
    }
    switch (wide[i]) {
    case -2:
      e[i] = 1;
      break;
    case (1UL << 63) + 1:
      e[i] = 2;
    }
  }
  for (int i = 0; i < N; i++)
    printf("%d %ld %d %d %ld\n", a[i], b[i], c[i], d[i], e[i]);
  return 0;
}
