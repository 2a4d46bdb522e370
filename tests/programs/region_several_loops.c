/* Several work-shared loops in one region, each reading what the one before wrote.  expect: offloaded=3 */
#include <stdio.h>

#define N 90

static double a[N], b[N], c[N];

int main(void)
{
  int i;

#pragma omp parallel private(i)
  {
#pragma omp for
    for (i = 0; i < N; i++)
      a[i] = 0.5 * i;
#pragma omp for schedule(dynamic)
    for (i = 0; i < N; i++)
      b[i] = a[N - 1 - i] + 1.0;
#pragma omp for
    for (i = 1; i < N; i++)
      c[i] = b[i - 1] * a[i];
  }
  for (i = 0; i < N; i += 8)
    printf("%.12g %.12g\n", b[i], c[i]);
  return 0;
}
