/* Functions that are handed down to functions: by name, from a table, in a variable, and on to others.
 *
 * expect: offloaded=4
 */
#include <math.h>
#include <stdio.h>

typedef double function(double, const double *);

static double line(double x, const double *p)
{
  return p[0] + p[1] * x;
}

static double wave(double x, const double *p)
{
  return p[0] * sin(p[1] * x);
}

static double simpson(function *f, double a, double b, int n, const double *p)
{
  double h = (b - a) / (2 * n + 1), sum = f(a, p) + (*f)(b, p);
  for (int i = 0; i < 4; i++)
    sum += 4 * f(a + (2 * i + 1) * h, p) + 2 * f(a + (2 * i + 2) * h, p);
  return sum * h / 3;
}

static double root(double (*f)(double, const double *), double low, double high, const double *p)
{
  for (int i = 0; i < 6; i++) {
    double middle = (low + high) / 2;
    if (f(middle, p) * f(low, p) <= 0)
      high = middle;
    else
      low = middle;
  }
  return low;
}

static double both(function *f, double x, int n, const double *p)
{
  return simpson(f, 0, x, n, p) + root(f, -x - 1, 7, p);
}

static double plain(double (*f)(double), double x)
{
  return f(x) + f(x / 2);
}

static function *const table[2] = {line, wave};

int main(int argc, char **argv)
{
  int n = argc > 1 ? argv[1][0] - '0' : 4;
  static double a[40], b[40], c[40], p[80];
  function *which = table[1];
  for (int i = 0; i < 80; i++)
    p[i] = 1 + i % 3;
#pragma omp parallel for
  for (int i = 0; i < 40; i++)
    a[i] = simpson(line, 0, i, n, &p[i]) + simpson(&wave, 0, 1, n, p + i) + plain(cos, i) + plain(fabs, -i);
#pragma omp parallel for
  for (int i = 0; i < 40; i++)
    b[i] = both(which, i * .1, n, p) + both(table[0], i * .1, n, p);
  which = line;
#pragma omp parallel for
  for (int i = 0; i < 40; i++)
    b[i] += both(which, i * .1, n, p);
#pragma omp parallel for
  for (int i = 0; i < 40; i++)
    c[i] = simpson(i % 2 ? line : wave, 0, 1, n, p);
  double sum = 0;
  for (int i = 0; i < 40; i++)
    sum += a[i] + 2 * b[i] + 3 * c[i];
  printf("%.9g\n", sum);
  return 0;
}
