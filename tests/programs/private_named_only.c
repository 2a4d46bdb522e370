/* Statements that only name a private variable, as `(void) k;` does, read nothing.  expect: offloaded=3 */
#include <stdio.h>

#define N 400

static double a[N], b[N], c[N];

int main(void)
{
  long at, to;
  int k;

  for (int i = 0; i < N; i++)
    a[i] = i * 0.75;

#pragma omp parallel for private(at, to)
  for (int i = 0; i < N; i++) {
    at = (long) a[i], (void) to;
    while (a[i] > 20.0)
      a[i] -= 7.5;
    to = (long) a[i];
    b[i] = at - to ? (double) to : 0.5;
  }

#pragma omp parallel for private(k)
  for (int i = 0; i < N; i++) {
    (void) k;
    for (k = 0; b[i] > 1.0 && k < 9; k++)
      b[i] *= 0.5;
    c[i] = b[i] + k;
  }

#pragma omp parallel for private(k)
  for (int i = 0; i < N; i++) {
    if (i % 3) {
      (void) k;
      k = 0;
      while (c[i] > 2.0 + k)
        c[i] -= 1.0, k++;
      a[i] += k;
    }
  }

  double sum = 0.0;
  for (int i = 0; i < N; i++)
    sum += a[i] * 3 + b[i] * 5 + c[i] * 7;
  printf("%.6f %.6f %.6f\n", sum, a[N - 1], c[N / 2]);
  return 0;
}
