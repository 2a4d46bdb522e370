/* Functions chosen by the type of an argument, by `_Generic` and <tgmath.h>, and by a condition.
 *
 * expect: offloaded=1
 */
#include <stdio.h>
#include <tgmath.h>

#define square(x) _Generic((x), float: square_f, double: square_d, default: square_i)(x)
#define cube(x) _Generic((x), float: ((x) * (x) * (x)), default: (double)(x) * (x) * (x))

static float square_f(float x)
{
  return x * x;
}

static double square_d(double x)
{
  return x * x;
}

static long square_i(long x)
{
  return x * x;
}

static double twice(double x)
{
  return 2 * x;
}

static double half(double x)
{
  return x / 2;
}

int main(void)
{
  double a[100], sum = 0;
  float f[100];
#pragma omp parallel for
  for (int i = 0; i < 100; i++) {
    f[i] = square((float)i) + cube((float)i);
    a[i] = square(1.5 * i) + square(i) + exp(-f[i]) + pow(i, 0.5f) + fabs(i - 50.5) + fmax(f[i], 3);
    a[i] += (i % 3 ? twice : half)(i + .5) + (&twice)(1) + (*half)(2);
  }
  for (int i = 0; i < 100; i++)
    sum += a[i] * (i + 1) + f[i];
  printf("%.9g\n", sum);
  return 0;
}
