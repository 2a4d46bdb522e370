/* The program chooses the schedule, and with it the thread of each iteration, when it runs.
 * expect: offloaded=2 kept=K013 */
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#define omp_get_num_threads() 1
#endif
#include <stdio.h>

#define N 500

static int owner[N], other[N];

int main(void)
{
  int threads = 1, wrong = 0;
#ifdef _OPENMP
  omp_set_schedule(omp_sched_static, 3);
#endif
#pragma omp parallel
#pragma omp single
  threads = omp_get_num_threads();
#pragma omp parallel for schedule(runtime)
  for (int i = 0; i < N; i++)
    owner[i] = omp_get_thread_num();
#pragma omp parallel for schedule(static, 3)
  for (int i = 0; i < N; i++)
    other[i] = omp_get_thread_num();
  for (int i = 0; i < N; i++)
    wrong += owner[i] != i / 3 % threads || other[i] != owner[i];
#pragma omp parallel for schedule(runtime)
  for (int i = 0; i < N; i++)
    other[i] = owner[i] * i;
  for (int i = 0; i < N; i++)
    wrong += other[i] != owner[i] * i;
  printf("%d wrong\n", wrong);
  return 0;
}
