/* Parameters without names, which C23 allows.  expect: offloaded=2 */
#include <stdio.h>

#define N 64

struct point {
  double x, y;
};

static double a[N], b[N];

static double square(double x, int, double *) { return x * x; }

static double sum(struct point, const double values[], struct point p, double (*)(double), int n)
{
  double s = p.x - p.y;

  for (int k = 0; k < n; k++)
    s += values[k];
  return s;
}

static void say(const char *text, int) { puts(text); }

int main(void)
{
  struct point p = {3, 1}, q = {50, 60};

#pragma omp parallel for
  for (int i = 0; i < N; i++)
    a[i] = square(i, 7, a);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    b[i] = sum(q, a, p, 0, i) + square(a[i], i, 0);
  say("done", 1);
  printf("%.10g %.10g\n", a[N - 1], b[N - 1]);
  return 0;
}
