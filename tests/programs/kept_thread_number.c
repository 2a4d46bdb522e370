/* Code that depends on the thread's number.  expect: offloaded=0 kept=K013 */
#include <stdio.h>
#ifdef _OPENMP
#include <omp.h>
#else
static int omp_get_thread_num(void)
{
  return 0;
}
#endif

#define N 60

static int counts[64];

int main(void)
{
  int i, sum = 0;

#pragma omp parallel private(i) num_threads(4)
  {
    int me = omp_get_thread_num();

#pragma omp for
    for (i = 0; i < N; i++)
      counts[me] += i;
  }
  for (i = 0; i < 64; i++)
    sum += counts[i];
  printf("%d\n", sum);
  return 0;
}
