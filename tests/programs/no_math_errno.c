/* The program reads `errno` behind a loop with mathematical functions, and is compiled with a flag that says that these
 * leave it alone.  expect: offloaded=2
 * flags: -fmath-errno -fno-math-errno */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 100 };

static double a[N];

static double root(double x)
{
  return sqrt(x) + log(x + 1);
}

int main(void)
{
  int i;
  long number;

  errno = 0;
#pragma omp parallel for
  for (i = 0; i < N; i++)
    a[i] = sqrt(i + 1.0);
  number = strtol("17", NULL, 10);
  printf("%d %ld\n", errno, number);
#pragma omp parallel for
  for (i = 0; i < N; i++)
    a[i] += root(i);
  printf("%s %.6f\n", errno ? "an error" : "no error", a[N - 1]);
  return 0;
}
