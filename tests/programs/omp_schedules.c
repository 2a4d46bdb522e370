/* All kinds of schedule, with chunks that are expressions, on loops of a region and combined ones.
 * expect: offloaded=7  flags: -Wno-unused-variable */
#include <stdio.h>

#define N 75

static int a[N], b[N];

int main(void)
{
  int i, chunk = 4;

#pragma omp parallel private(i) shared(chunk)
  {
#pragma omp for schedule(static, chunk + 1)
    for (i = 0; i < N; i++)
      a[i] = i;
#pragma omp for schedule(dynamic, chunk)
    for (i = 0; i < N; i++)
      b[i] = a[i] * 2;
#pragma omp for schedule(guided)
    for (i = 0; i < N; i++)
      a[i] += b[N - 1 - i];
#pragma omp for schedule(auto)
    for (i = 0; i < N; i++)
      b[i] -= a[i];
#pragma omp for schedule(runtime)
    for (i = 0; i < N; i++)
      a[i] += 3 * b[i];
  }
#pragma omp parallel for schedule(guided, 7)
  for (i = 0; i < N; i++)
    b[i] ^= a[i];
#pragma omp parallel for schedule(dynamic)
  for (i = N - 1; i >= 0; i -= 3)
    a[i] = b[i] / 3;
  for (i = 0; i < N; i += 11)
    printf("%d %d\n", a[i], b[i]);
  return 0;
}
