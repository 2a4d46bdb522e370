/* Functions that another file hands down, and that have no name where the loop is.
 * expect: offloaded=1  with: support/handed_weights.c */
#include <stdio.h>

double weighted(char kind, double x);

static double far(int i)
{
  return i * 0.25;
}

int main(void)
{
  static double a[100];
  double s = 0;

#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    a[i] = weighted('n', far(i)) + weighted('f', 0.125 * i);
  for (int i = 0; i < 100; i++)
    s += a[i] * (i % 5);
  printf("%.9g\n", s);
  return 0;
}
