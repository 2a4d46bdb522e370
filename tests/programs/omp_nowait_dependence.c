/* nowait: a later loop depends on the first through a barrier, or through the same static shares.
 * expect: offloaded=5 */
#include <stdio.h>

#define N 96

static int a[N], b[N], c[N], d[N];

int main(void)
{
  int i;

#pragma omp parallel private(i)
  {
#pragma omp for nowait schedule(static)
    for (i = 0; i < N; i++)
      a[i] = 2 * i;
#pragma omp for nowait schedule(static)
    for (i = 0; i < N; i++)
      b[i] = a[i] + 1;
#pragma omp for nowait
    for (i = 0; i < N; i++)
      c[i] = 7 * i;
#pragma omp barrier
#pragma omp for nowait
    for (i = 0; i < N; i++)
      d[i] = b[N - 1 - i] + c[(i * 5) % N];
#pragma omp barrier
#pragma omp single
    c[0] = -1;
#pragma omp for
    for (i = 0; i < N; i++)
      a[i] = d[i] + c[0];
  }
  for (i = 0; i < N; i += 13)
    printf("%d %d %d %d\n", a[i], b[i], c[i], d[i]);
  return 0;
}
