/* Regions of tasks in an order, tasks of given sizes that ask for their threads, and an offloadable region beside them.
 * expect: offloaded=1 kept=K013,K013,K014,K014 */
#include <stdio.h>
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#endif

#define N 20

static int a[N], by[N];

static int changes(void)
{
  int found = 0;

  for (int i = 1; i < N; i++)
    found += by[i] != by[i - 1];
  return found;
}

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
#pragma omp parallel num_threads(4)
#pragma omp single
#pragma omp taskloop num_tasks(2)
  for (i = 0; i < N; i++)
    by[i] = omp_get_thread_num();
  printf("%d\n", changes() < 2);
#pragma omp parallel num_threads(8)
#pragma omp single
#pragma omp taskloop grainsize(N / 2)
  for (i = 0; i < N; i++)
    by[i] = omp_get_thread_num();
  printf("%d\n", changes() < 2);
#pragma omp parallel for
  for (i = 0; i < N; i++)
    a[i] *= 2;
  printf("%d %d\n", a[0], a[N - 1]);
  return 0;
}
