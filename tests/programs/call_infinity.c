/* HUGE_VAL, INFINITY and NAN as values of both types.  expect: offloaded=1 */
#include <math.h>
#include <stdio.h>

#define N 50

static double a[N], both[N];
static float f[N];

int main(void)
{
  double sum = 0;

#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    double x = i % 3 ? i * 0.5 : HUGE_VAL;
    float y = i % 4 ? (float)i : INFINITY;
    double best = -HUGE_VAL, least = INFINITY, none = NAN;

    for (int k = 0; k < 20; k++) {
      double v = (i * k) % 7;

      if (v > best)
        best = v;
      if (v < least)
        least = v;
    }
    a[i] = (isinf(x) ? 1 : x) + (x == HUGE_VAL) * 7 + (none != none);
    f[i] = y == INFINITY ? 3 : y;
    both[i] = best + least;
  }
  for (int i = 0; i < N; i++)
    sum = sum * 0.9 + a[i] + f[i] + both[i];
  printf("%.15g\n", sum);
  return 0;
}
