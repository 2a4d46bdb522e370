/* Recursions that are deeper than the stack of a work-item.  expect: offloaded=3 */
#include <stdio.h>
#define N 20
static double y[N], z[N];
static double sum(const double *a, int n) { return n == 0 ? 0 : a[n - 1] + sum(a, n - 1); }
static int length(const int *next, int i) { return i < 0 ? 0 : 1 + length(next, next[i]); }
static double a[2000];
static int next[2000], l[N];
int main(void) {
  for (int i = 0; i < 2000; i++) {
    a[i] = i * .5;
    next[i] = i % 500 == 0 ? -1 : i - 1;
  }
  for (int i = 0; i < N; i++)
    y[i] = z[i] = i;
  for (int t = 0; t < 3; t++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      y[i] += 1;
      y[i] += sum(a, i * (t == 1 ? 100 : 1));
    }
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      z[i] += y[i] * .5;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      l[i] += length(next, i * 13 + (t == 2) * 200);
  }
  for (int i = 0; i < N; i++)
    printf("%g %g %d\n", y[i], z[i], l[i]);
  return 0;
}
