/* Functions that call themselves and each other, in several groups.  expect: offloaded=1 */
#include <stdio.h>
#define N 24
static int r[N], s[N];
static int low(int n) { return n <= 0 ? 1 : low(n - 1) + low(n - 3); }
static int b(int n);
static int a(int n) {
  if (n <= 0)
    return 1;
  int x = b(n - 1);
  return x + low(n % 7) + a(n - 2);
}
static int b(int n) {
  if (n <= 0)
    return 2;
  int y = a(n - 2);
  return y * 3 % 1000 + low(n % 5) + (n % 2 ? b(n - 2) : 0);
}
static int c(int n, int d) { return d == 0 ? low(n % 4) : c(n + 1, d - 1) + b(n % 3); }
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    r[i] = b(i % 12) + 100 * low(i % 9);
    s[i] = a(i % 11) + c(i, i % 6);
  }
  for (int i = 0; i < N; i++)
    printf("%d %d\n", r[i], s[i]);
}
