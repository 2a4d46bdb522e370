/* Functions out of constant tables, by a subscript that changes; values of GNU macros whose arguments are calls.
 *
 * expect: offloaded=2 kept=K006 flags: -std=gnu11
 */
#include <math.h>
#include <stdio.h>

#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
#define CLAMP(x, low, high) ({ __auto_type _x = (x); _x < (low) ? (low) : MAX(_x, -(high)); })
#define UNUSUAL __attribute__((unused, noinline))

enum shape { LINE, SQUARE, CUBE, SHAPES };
typedef double size_of(double);

static double line(double x)
{
  return x;
}

static double square(double x)
{
  double y = x;
  y *= x;
  return y;
}

static double cube(double x)
{
  return square(x) * x;
}

static size_of *const sizes[SHAPES] = {[CUBE] = cube, [LINE] = line, [SQUARE] = &square};
static size_of *changing[2] = {line, cube};

struct pair {
  double a, b;
};

static UNUSUAL struct pair both(double x)
{
  return (struct pair){x, x * x};
}

int main(void)
{
  static double a[60], b[60];
  static int kind[60];
  double sum = 0;
  for (int i = 0; i < 60; i++)
    kind[i] = i * i % 3;
#pragma omp parallel for
  for (int i = 0; i < 60; i++)
    a[i] = sizes[kind[i]](i * .1) + (*sizes[i % 3])(.5) + MAX(square(i * .2), cube(i * .1));
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 60; i++) {
    double m = ({ struct pair _p = both(i * .1); _p.a + _p.b; });
    sum += a[i] + CLAMP(fmin(a[i], sqrt(i)), 2.0, 5.0) + m;
  }
#pragma omp parallel for
  for (int i = 0; i < 60; i++)
    b[i] = changing[kind[i] & 1](i);
  changing[0] = square;
  printf("%.9g %g\n", sum, b[7]);
  return 0;
}
