/* Scalar code of a region that every thread repeats, on private variables.  expect: offloaded=2 */
#include <stdio.h>

#define N 50

static double a[N];

int main(void)
{
  int i, n = N;
  double sum = 0.0;

#pragma omp parallel private(i)
  {
    double scale = 1.0;
    int begin = 3, k;

    for (k = 0; k < 4; k++)
      scale *= 0.5;
    if (n > 10)
      begin += 2;
#pragma omp for
    for (i = begin; i < n; i++)
      a[i] = scale * i;
    scale += 1.0;
#pragma omp for reduction(+ : sum)
    for (i = 0; i < n; i++)
      sum += scale * a[i];
  }
  printf("%.12g %.12g %.12g\n", a[4], a[5], sum);
  return 0;
}
