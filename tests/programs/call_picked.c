/* Functions that give pointers to functions, which are called at once: they read memory, choose among several, or count
   how often they are asked.  expect: offloaded=3 kept=K006
*/
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef double (*function)(double);

struct shape {
  int kind, scale;
};

static double square(double x)
{
  return x * x;
}

static double twice(double x)
{
  return 2.0 * x;
}

static double half(double x)
{
  return 0.5 * x;
}

static function pick(int k)
{
  return k % 2 ? square : twice;
}

static function of(const struct shape *s)
{
  function found = half;
  if (s->scale > 2)
    found = pick(s->kind);
  else if (s->kind == 3)
    found = square;
  return found;
}

static int asked;

static function counted(int k)
{
  asked++;
  return pick(k);
}

int main(void)
{
  enum { n = 400 };
  static double a[n];
  struct shape *s = malloc(n * sizeof *s);
  double sum = 0.0;
  for (int i = 0; i < n; i++) {
    a[i] = i % 7 * 0.1;
    s[i].kind = i % 4;
    s[i].scale = i % 5;
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = pick(i + 1)(a[i]) + pick(i % 3)(1.0);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] += (*of(&s[i]))(a[i]);
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += of(s + i)(pick(i)(a[i]));
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (i == 7)
      a[i] = counted(i)(a[i]);
  printf("%.6f %.6f %d\n", sum, a[7], asked);
  free(s);
  return 0;
}
