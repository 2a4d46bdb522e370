/* Functions of the user's, one calling the other, with early returns and loops.  expect: offloaded=1 */
#include <stdio.h>

#define N 60

static int gcd(int a, int b)
{
  while (b != 0) {
    int rest = a % b;

    a = b;
    b = rest;
  }
  return a;
}

static double ratio(int a, int b)
{
  int divisor;

  if (b == 0)
    return -1.0;
  divisor = gcd(a, b);
  return (double)(a / divisor) / (b / divisor);
}

int main(void)
{
  static double a[N];
  int i;

#pragma omp parallel for
  for (i = 0; i < N; i++)
    a[i] = ratio(i * 6, 42 - i);
  for (i = 0; i < N; i += 6)
    printf("%.12g\n", a[i]);
  return 0;
}
