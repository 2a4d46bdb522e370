/* A region entered many times, in a loop of the host, with sizes that change.  expect: offloaded=1 */
#include <stdio.h>

#define N 128

static double a[N];

int main(void)
{
  int i, round;
  double sum = 0.0;

  for (round = 1; round <= 40; round++) {
#pragma omp parallel for
    for (i = 0; i < N - round; i++)
      a[i] += 1.0 / round;
  }
  for (i = 0; i < N; i++)
    sum += a[i] * i;
  printf("%.12g %.12g %.12g\n", a[0], a[N - 20], sum);
  return 0;
}
