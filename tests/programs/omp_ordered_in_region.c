/* An ordered loop among others stays on the CPU, and its neighbours go.  expect: offloaded=2 kept=K002 */
#include <stdio.h>

#define N 40

static int a[N], b[N], trail;

int main(void)
{
  int i;

#pragma omp parallel private(i)
  {
#pragma omp for
    for (i = 0; i < N; i++)
      a[i] = i % 10;
#pragma omp for ordered schedule(dynamic, 2)
    for (i = 0; i < N; i++) {
      int twice = 2 * a[i];

#pragma omp ordered
      trail = (trail * 3 + twice) % 1009;
    }
#pragma omp for
    for (i = 0; i < N; i++)
      b[i] = a[i] + trail;
  }
  printf("%d %d %d\n", trail, b[0], b[N - 1]);
  return 0;
}
