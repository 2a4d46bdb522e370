/* A firstprivate array that each iteration changes and restores.  expect: offloaded=1 */
#include <stdio.h>

#define N 30

static int a[N];

int main(void)
{
  int coefficients[4] = {7, -3, 2, 1};
  int i;

#pragma omp parallel for firstprivate(coefficients)
  for (i = 0; i < N; i++) {
    coefficients[1] = i;
    a[i] = coefficients[0] + coefficients[1] * coefficients[2] + coefficients[3];
  }
  for (i = 0; i < N; i += 4)
    printf("%d\n", a[i]);
  printf("%d\n", coefficients[0]);
  return 0;
}
