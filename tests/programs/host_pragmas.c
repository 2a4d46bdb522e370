/* Pragmas of the C compiler before the host's loops between launches: they stay right before their loops, with
 * comments and conditional groups around them, and in branches.
 *
 * expect: offloaded=1 */
#include <stdio.h>
#include <string.h>

enum { N = 30000 };
static double a[N], b[N];

static void launch(void)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    a[i] += b[i] + i % 3;
}

int main(void)
{
  double sum = 0;
  for (int t = 0; t < 5; t++) {
    launch();
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
    launch();
#if defined(__ICC)
#pragma ivdep
#elif defined(__GNUC__)
#pragma GCC ivdep /* its elements
                     are apart */
#endif
    // what b is set to
    for (int i = 0; i < N; i++)
      b[i] = a[i] * .5;
    launch();
#pragma GCC unroll 4
#ifdef BACKWARDS
    for (int i = N - 1; i >= 0; i--)
      b[i] -= .25;
#else
    for (int i = 0; i < N; i++)
      b[i] += .25;
#endif
    launch();
    if (t % 2)
#pragma GCC ivdep
      for (int i = 0; i < N; i++)
        b[i] = a[i] + 1;
    else
#pragma GCC unroll 2
      for (int i = 0; i < N; i++)
        b[i] *= 2;
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
