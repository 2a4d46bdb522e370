/* Several reductions of different operators beside array writes.  expect: offloaded=1 */
#include <stdio.h>

#define N 640

static double a[N], b[N];

int main(void)
{
  int i, count = 0;
  double sum = 0.0, largest = -1.0;

  for (i = 0; i < N; i++)
    a[i] = (i * 31 % 101) * 0.25;
#pragma omp parallel for reduction(+ : sum, count) reduction(max : largest)
  for (i = 0; i < N; i++) {
    b[i] = a[i] * a[i];
    sum += b[i];
    if (b[i] > 100.0)
      count++;
    if (b[i] > largest)
      largest = b[i];
  }
  printf("%.12g %d %.12g %.12g\n", sum, count, largest, b[N - 1]);
  return 0;
}
