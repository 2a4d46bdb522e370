/* A reduction variable that a called function adds to through a pointer, and one in an orphaned loop.
 * expect: offloaded=2 */
#include <stdio.h>

#define N 120

static double a[N], sum;

static void add(double *to, double x)
{
  *to += x * x;
}

static double total(const double *x, int n)
{
  int i;

#pragma omp single
  sum = 0;
#pragma omp for reduction(+ : sum)
  for (i = 0; i < n; i++)
    sum += x[i];
  return sum;
}

int main(void)
{
  int i;
  double s = 1, t = 0;

  for (i = 0; i < N; i++)
    a[i] = (i % 7) - 1.5;
#pragma omp parallel for reduction(+ : s)
  for (i = 0; i < N; i++)
    add(&s, a[i]);
#pragma omp parallel
  {
    double mine = total(a, N);

#pragma omp single
    t = mine;
  }
  printf("%.9f %.9f\n", s, t);
  return 0;
}
