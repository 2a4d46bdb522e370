/* One array passed twice, and the two halves of one array passed as two.  expect: offloaded=1 */
#include <stdio.h>

#define N 40

static double a[2 * N];

static void add(double *to, const double *from, int n)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < n; i++)
    to[i] = to[i] + 2.0 * from[i];
}

int main(void)
{
  int i;

  for (i = 0; i < 2 * N; i++)
    a[i] = i;
  add(a, a, N);
  add(a, a + N, N);
  add(a + N, a, N);
  for (i = 0; i < 2 * N; i += 6)
    printf("%.12g\n", a[i]);
  return 0;
}
