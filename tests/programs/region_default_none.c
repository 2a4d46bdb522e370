/* default(none) with every variable listed; shared, private and firstprivate on the region.  expect: offloaded=2 */
#include <stdio.h>

#define N 40

static int b[N];

int main(void)
{
  int a[N], i, n = N, temporary, base = 7;

#pragma omp parallel default(none) shared(a, b, n) private(i, temporary) firstprivate(base)
  {
#pragma omp for
    for (i = 0; i < n; i++) {
      temporary = i * i;
      a[i] = temporary - base;
    }
#pragma omp for
    for (i = 0; i < n; i++) {
      temporary = a[n - 1 - i];
      b[i] = temporary / 2 + base;
    }
  }
  for (i = 0; i < N; i += 5)
    printf("%d %d\n", a[i], b[i]);
  return 0;
}
