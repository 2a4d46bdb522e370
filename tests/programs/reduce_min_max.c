/* min and max over integers and floating-point numbers, written as if, ?: and fmin.  expect: offloaded=2 */
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>

#define N 777

static double a[N];

int main(void)
{
  int i, largest = INT_MIN;
  unsigned smallest = UINT_MAX;
  long high = LONG_MIN;
  float low = FLT_MAX;
  double least = DBL_MAX, most = -DBL_MAX, bounded = 1e300;

#pragma omp parallel for
  for (i = 0; i < N; i++)
    a[i] = (i * 7919 % 1009) - 300.5;
#pragma omp parallel for reduction(max : largest, high, most) reduction(min : smallest, low, least, bounded)
  for (i = 0; i < N; i++) {
    int whole = (int)a[i];

    if (whole > largest)
      largest = whole;
    smallest = smallest < (unsigned)(whole + 1000) ? smallest : (unsigned)(whole + 1000);
    high = high > whole * 4000000000L ? high : whole * 4000000000L;
    if (low > (float)a[i])
      low = (float)a[i];
    least = fmin(least, a[i]);
    most = fmax(a[i], most);
    bounded = a[i] < bounded ? a[i] : bounded;
  }
  printf("%d %u %ld %g %.12g %.12g %.12g\n", largest, smallest, high, (double)low, least, most, bounded);
  return 0;
}
