/* A region of tasks in an order, and an offloadable region beside it.  expect: offloaded=1 */
#include <stdio.h>

#define N 20

static int a[N];

int main(void)
{
  int i;

#pragma omp parallel
#pragma omp single
  for (i = 1; i < N; i++) {
#pragma omp task firstprivate(i) depend(in : a[i - 1]) depend(out : a[i])
    a[i] = a[i - 1] + 1;
  }
#pragma omp parallel for
  for (i = 0; i < N; i++)
    a[i] *= 2;
  printf("%d %d\n", a[0], a[N - 1]);
  return 0;
}
