/* Regions of tasks in an order, and an offloadable region beside them.
 * expect: offloaded=1 kept=K014,K014 */
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
#pragma omp parallel
#pragma omp single
  for (i = 1; i < N; i++) {
#pragma omp task firstprivate(i) if (a[0] > 3)
    a[i] += a[i - 1];
  }
#pragma omp parallel
#pragma omp single
#pragma omp taskloop num_tasks(1)
  for (i = 1; i < N; i++)
    a[i] += a[i - 1] % 5;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(1000)
  for (i = 1; i < N; i++)
    a[i] += a[i - 1] % 7;
#pragma omp parallel for
  for (i = 0; i < N; i++)
    a[i] *= 2;
  printf("%d %d\n", a[0], a[N - 1]);
  return 0;
}
