/* Reductions over all operators, of types that promote: unsigned, short, char, long, float.  expect: offloaded=3 */
#include <limits.h>
#include <stdio.h>

#define N 200

static unsigned u[N];
static short s[N];
static long l[N];

int main(void)
{
  int i, all = 1, any = 0, none = 1;
  unsigned least = UINT_MAX, most = 0, flips = 5, bits = 0, mask = ~0u;
  short small = 4;
  unsigned char tiny = 250;
  long long product = 1;
  long difference = 10, lowest = 77;
  float top = -1e30f;

#pragma omp parallel for
  for (i = 0; i < N; i++) {
    u[i] = (unsigned)i * 2654435761u;
    s[i] = (short)(i % 11 - 5);
    l[i] = i - 150L;
  }
#pragma omp parallel for reduction(&& : all) reduction(|| : any) reduction(^ : flips) reduction(min : least) \
  reduction(max : most) reduction(| : bits) reduction(& : mask) reduction(&& : none)
  for (i = 0; i < N; i++) {
    all = all && u[i] != 1;
    any = any || s[i] == 5;
    none = none && l[i] < 0;
    flips ^= u[i];
    least = u[i] < least ? u[i] : least;
    if (most < u[i])
      most = u[i];
    bits |= 1u << (i % 9);
    mask &= ~(1u << (i % 5));
  }
#pragma omp parallel
  {
#pragma omp for reduction(+ : small, tiny) reduction(* : product) reduction(- : difference) reduction(min : lowest) \
  reduction(max : top)
    for (i = 0; i < N; i++) {
      small = (short)(small + s[i]);
      tiny = (unsigned char)(tiny + 3);
      product *= i % 25 == 3 ? 2 : 1;
      difference -= l[i];
      if (l[i] < lowest)
        lowest = l[i];
      top = top > (float)s[i] * 1.5f ? top : (float)s[i] * 1.5f;
    }
  }
  printf("%d %d %d %u %u %u %u %u\n", all, any, none, flips, least, most, bits, mask);
  printf("%d %d %lld %ld %ld %.3f\n", small, tiny, product, difference, lowest, top);
  return 0;
}
