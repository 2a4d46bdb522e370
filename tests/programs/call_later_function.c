/* Functions called through pointers that can only lead to one, or to one of two, which the file defines behind the
   loop.  expect: offloaded=3 */
#include <stdio.h>

typedef double (*function)(double);

static double integral(function f, double from, double to, int n)
{
  double width = (to - from) / n, sum = 0;

#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += f(from + (i + 0.5) * width);
  return sum * width;
}

static double total(function f, int n)
{
  double sum = 0;

#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += f(i);
  return sum;
}

struct shape {
  function area;
  double side;
};

static void areas(const struct shape *shape, double *to, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    to[i] = shape->area(shape->side * i);
}

static double parabola(double x)
{
  return x * x;
}

static double line(double x)
{
  return 2 * x + 1;
}

static double step(double x)
{
  return x > 20 ? 1 : 0;
}

static double square(double x)
{
  return parabola(x) + 0.25;
}

int main(int argc, char **argv)
{
  struct shape shape = {square, 0.5};
  double a[40];

  (void)argv;
  areas(&shape, a, 40);
  printf("%.9g\n", integral(parabola, 0, 3, 1000));
  printf("%.9g %.9g\n", total(argc > 1 ? line : step, 50), a[39]);
  return 0;
}
