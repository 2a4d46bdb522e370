/* A region of tasks, and an offloadable region beside it.  expect: offloaded=1 */
#include <stdio.h>

#define N 20

static int a[N];

int main(void)
{
  int i;

#pragma omp parallel
#pragma omp single
  for (i = 0; i < N; i++) {
#pragma omp task firstprivate(i)
    a[i] = i + 1;
  }
#pragma omp parallel for
  for (i = 0; i < N; i++)
    a[i] *= 2;
  printf("%d %d\n", a[0], a[N - 1]);
  return 0;
}
