/* Pointers to functions that may lead to functions of the C library.  expect: offloaded=4 kept=K004 */
#include <math.h>
#include <stdio.h>

#define N 300

static double v[N];

static double square(double x)
{
  return x * x;
}

static double integral(double (*f)(double), double a, double b)
{
  double sum = 0.0, h = (b - a) / N;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += f(a + (i + 0.5) * h) * h;
  return sum;
}

static void apply(double (*f)(double, double), double x)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    v[i] = f(v[i], x);
}

static double whole(double (*f)(double))
{
  double sum = 0.0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += f(0.37 * i);
  return sum;
}

static double gamma_of(double (*f)(double))
{
  double sum = 0.0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += f(1.5 + i);
  return sum;
}

int main(int argc, char **argv)
{
  double (*const all[])(double, double) = {fmax, pow, hypot};
  double sum = 0.0;

  (void)argv;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    v[i] = 1.0 + i % 7;
  printf("%.9g %.9g\n", integral(square, 0.0, 1.0), integral(argc > 1 ? cos : sin, 0.0, 1.0));
  for (int k = 0; k < 3; k++)
    apply(all[k], 2.0 - 0.25 * k);
  for (int i = 0; i < N; i++)
    sum += v[i];
  printf("%.9g %.9g %.9g %.9g\n", sum, whole(floor), whole(sqrt), gamma_of(argc > 1 ? exp : lgamma));
  return 0;
}
