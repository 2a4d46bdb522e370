/* Labels that nothing jumps to, beside one that something does.  expect: offloaded=4 */
#include <stdio.h>

#define N 64

static double a[N];
static int k[N];

static double next(double x)
{
start: __attribute__((unused));
  return x + 1;
}

int main(void)
{
  double s = 0;

#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    if (i > 3)
      a[i] += next(i);
    k[i] = i;
  done: __attribute__((unused));
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
  first: __attribute__((unused));
  second: __attribute__((unused));
    a[i] += 1;
    if (i & 1) {
    inner: __attribute__((unused));
      a[i] += k[i];
    }
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
  unused: __attribute__((unused));
  again:
    if (k[i] > 2) {
      k[i] -= 2;
      goto again;
    }
  }
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < N; i++)
    s += a[i] * k[i];
  printf("%.10g\n", s);
  return 0;
}
