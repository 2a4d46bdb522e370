/* Firstprivate scalars of several types keep their values outside.  expect: offloaded=1 */
#include <stdio.h>

#define N 50

static double a[N];

int main(void)
{
  double scale = 2.5;
  float shift = 0.125f;
  long base = 1L << 33;
  unsigned char small = 250;
  int i;

#pragma omp parallel for firstprivate(scale, shift, base, small)
  for (i = 0; i < N; i++) {
    double mine = scale;

    mine += shift;
    a[i] = mine * i + (double)(base >> 20) + small;
  }
  printf("%.12g %g %ld %d\n", scale, (double)shift, base, small);
  for (i = 0; i < N; i += 7)
    printf("%.12g\n", a[i]);
  return 0;
}
