/* if(...) that holds once and fails once.  expect: offloaded=1 */
#include <stdio.h>

#define N 500

static double a[N];

static double work(int n, double scale)
{
  int i;
  double sum = 0.0;

#pragma omp parallel for if (n > 100) reduction(+ : sum)
  for (i = 0; i < n; i++) {
    a[i] = scale * i;
    sum += a[i];
  }
  return sum;
}

int main(void)
{
  printf("%.12g\n", work(N, 0.5));
  printf("%.12g\n", work(10, 2.0));
  printf("%.12g %.12g\n", a[9], a[10]);
  return 0;
}
