/* The benchmarks' linear congruential generator, in double precision arithmetic.
 *
 * A product of two 46-bit integers has up to 92 bits.  Each factor is cut into halves of 23 bits, so that every
 * partial product is an exact double, and what lies above 2^46 is dropped as soon as it appears.
 */
#include "npb.h"

#define HALF_DOWN 0x1p-23
#define HALF_UP 0x1p23
#define WHOLE_DOWN 0x1p-46
#define WHOLE_UP 0x1p46

static double multiply_mod46(double a, double x)
{
  double a_high, a_low, x_high, x_low, cross, low;

  a_high = (double)(int)(HALF_DOWN * a);
  a_low = a - HALF_UP * a_high;
  x_high = (double)(int)(HALF_DOWN * x);
  x_low = x - HALF_UP * x_high;

  cross = a_high * x_low + a_low * x_high;
  cross = cross - HALF_UP * (double)(int)(HALF_DOWN * cross);
  low = HALF_UP * cross + a_low * x_low;
  return low - WHOLE_UP * (double)(int)(WHOLE_DOWN * low);
}

double randlc(double *x, double a)
{
  *x = multiply_mod46(a, *x);
  return WHOLE_DOWN * *x;
}

void vranlc(int n, double *x, double a, double y[])
{
  int i;
  double state = *x;

  for (i = 0; i < n; i++) {
    state = multiply_mod46(a, state);
    y[i] = WHOLE_DOWN * state;
  }
  *x = state;
}

double randlc_power(double a, long n)
{
  double square = a, result = 1.0;

  while (n > 0) {
    if (n % 2 == 1)
      result = multiply_mod46(square, result);
    square = multiply_mod46(square, square);
    n /= 2;
  }
  return result;
}
