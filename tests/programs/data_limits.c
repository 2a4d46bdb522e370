/* The limits of float.h and limits.h in loops: GCC's DBL_MAX is a long double constant that becomes a double.
   expect: offloaded=2 */
#include <float.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

#define N 400

static double x[N], near[N];
static int at[N];

int main(void)
{
  for (int i = 0; i < N; i++)
    x[i] = (i * 37 % 101) * 0.125;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    double best = DBL_MAX, tiny = DBL_MIN, most = -DBL_MAX;
    at[i] = INT_MAX;
    for (int k = 0; k < N; k++) {
      double d = x[i] > x[k] ? x[i] - x[k] : x[k] - x[i];
      if (k != i && d < best) {
        best = d;
        at[i] = k;
      }
      if (d > most)
        most = d;
    }
    near[i] = best + most * DBL_EPSILON + (tiny > 0) + (double)0.1L;
  }
  unsigned long mask = 0;
#pragma omp parallel for reduction(| : mask)
  for (int i = 0; i < N; i++)
    mask |= ((unsigned long)at[i] << 3 & UINT32_MAX) ^ (x[i] * FLT_EPSILON < FLT_MIN ? (unsigned)LONG_MIN : UCHAR_MAX);
  printf("%.17g %.17g %d %lx %.17g\n", near[3], near[N - 1], at[7], mask, DBL_MAX);
  return 0;
}
