/* Pragmas of the C compiler before the host's loops between launches: they stay right before their loops.
 *
 * expect: offloaded=1 */
#include <stdio.h>
#include <string.h>

enum { N = 30000 };
static double a[N], b[N];

int main(void)
{
  double sum = 0;
  for (int t = 0; t < 5; t++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] += b[i] + i % 3;
#pragma GCC ivdep
    for (int i = 0; i < N; i++)
      b[i] = a[i];
#pragma GCC diagnostic push
#pragma GCC unroll 4
    for (int i = 1; i < N; i += 2) {
      b[i] += .5;
    }
#pragma GCC diagnostic pop
    memcpy(b + 100, a, 800);
    switch (t) {
    case 1:
#pragma GCC unroll 2
      for (int i = 0; i < N; i++)
        sum += a[i] * (i % 5);
    }
  }
  for (int i = 0; i < N; i++)
    sum += a[i] * (i % 5) + b[i];
  printf("%g\n", sum);
  return 0;
}
