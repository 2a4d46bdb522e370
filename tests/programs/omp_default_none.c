/* default(none) and default of parts: private of what has file scope hides it in the loop only.
 * expect: offloaded=3 */
#include <stdio.h>

#define N 30

static int level = 6, a[N], b[N];

static int limit_of(int x)
{
  return x % 5;
}

int main(void)
{
  const int limit = 4;
  int i, k, n = N, scale = 2;

#pragma omp parallel for default(none) shared(a, n, scale, limit) private(k)
  for (i = 0; i < n; i++) {
    a[i] = 0;
    for (k = 0; k < limit; k++)
      a[i] += (k * scale) ^ i; /* no closed form: Oclgrind knows no integers of 33 bits */
  }
#pragma omp parallel default(none) private(level, i) shared(a, b, n)
  {
    level = 11;
#pragma omp for
    for (i = 0; i < n; i++)
      b[i] = a[i] + level;
#pragma omp for firstprivate(n)
    for (i = 0; i < N; i++)
      b[i] = b[i] * limit_of(i) + level + n;
  }
  for (i = 0; i < N; i += 6)
    printf("%d %d\n", a[i], b[i]);
  return 0;
}
