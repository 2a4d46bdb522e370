/* long double arithmetic.  expect: offloaded=0 kept=K007 */
#include <stdio.h>

#define N 20

static double a[N];

int main(void)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < N; i++) {
    long double x = 1.0L / (i + 1);

    a[i] = (double)(x * x);
  }
  for (i = 0; i < N; i += 3)
    printf("%.12g\n", a[i]);
  return 0;
}
