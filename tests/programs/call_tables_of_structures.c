/* Functions in tables of structures, out of which each iteration takes another one.
 * expect: offloaded=6 */
#include <math.h>
#include <stdio.h>

#define N 120

enum { HALF, ROOT, SHIFT, KINDS };

struct range {
  double low, high;
};

struct kind {
  const char *name;
  struct range range;
  double (*apply)(double, double);
  int cost;
};

static double half(double x, double by) { return x * 0.5 + by; }
static double root(double x, double by) { return sqrt(x) - by; }
static double shift(double x, double by) { return x + 3 * by; }

static const struct kind kinds[] = {
    {"half", {0, 1}, half, 2},
    {"root", {1, 2}, &root, 3},
    {.name = "shift", .apply = shift, .cost = 5},
    {0},
};
static const struct kind placed[KINDS] = {
    [SHIFT] = {.apply = shift},
    [HALF] = {"half", .apply = half, 7},
    [ROOT] = {.cost = 1, .apply = root},
};
static const struct {
  double (*f)(double, double), (*g)(double, double);
} pairs[2] = {{half, root}, {shift, half}};
static struct kind changed[2] = {{"half", {0, 1}, half, 2}, {"root", {1, 2}, root, 3}};

static double x[N], y[N];
static unsigned char type[N];

static double apply(int kind, double value) { return kinds[kind].apply(value, kinds[kind].cost); }

int main(void)
{
  double s = 0;

  for (int i = 0; i < N; i++) {
    x[i] = i + 1;
    type[i] = i * 7 % KINDS;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] = kinds[type[i]].apply(x[i], 2);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] += placed[i % 3].apply(x[i], i);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] += apply(type[i], x[i]);
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < N; i++)
    s += (pairs[i & 1].f)(y[i], 1) + (*pairs[i & 1].g)(x[i], 0.25);
  changed[1].apply = shift;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    x[i] = changed[i & 1].apply(x[i], 1);
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < N; i++)
    s += x[i] * y[i];
  printf("%.10g\n", s);
  return 0;
}
