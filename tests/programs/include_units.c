/* A header with loops that each of two units includes twice.  expect: offloaded=8  with: support/shared_other.c */
#include <stdio.h>

#define N 500

#define NAME(what) main_##what
#define TYPE double
#include "support/shared_loops.h"
#undef NAME
#undef TYPE
#define NAME(what) int_##what
#define TYPE int
#include "support/shared_loops.h"

float other(float *to, const float *from, int n);
long other_long(long *to, const long *from, int n);

static double d[2][N];
static float f[2][N];
static int k[2][N];
static long l[2][N];

int main(void)
{
  for (int i = 0; i < N; i++) {
    d[0][i] = i % 9;
    f[0][i] = (float)(i % 11);
    k[0][i] = i * 17 % 101;
    l[0][i] = i * 13 % 97;
  }
  main_smooth(d[1], d[0], N);
  int_smooth(k[1], k[0], N);
  printf("%g %d\n", main_largest(d[1], N), int_largest(k[1], N));
  printf("%g\n", (double)other(f[1], f[0], N));
  printf("%ld\n", other_long(l[1], l[0], N));
  printf("%g %g %d %ld\n", d[1][7], (double)f[1][7], k[1][7], l[1][7]);
  return 0;
}
