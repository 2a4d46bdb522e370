/* What a thread keeps by its number, where the order of its iterations matters, or in a type that is not
   updated as one step.  expect: offloaded=0 kept=K013,K013 */
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

static short sums[64];
static int last[64];

int main(void)
{
  int i, most = 0;
  double sum = 0;

#pragma omp parallel private(i) num_threads(4)
  {
    int me = omp_get_thread_num();

    last[me] = -1;
#pragma omp for
    for (i = 0; i < N; i++)
      sums[me] += 3;
#pragma omp for schedule(static)
    for (i = 0; i < N; i++)
      last[me] = i > last[me] ? i : -N;
  }
  for (i = 0; i < 64; i++) {
    sum += sums[i];
    most = last[i] > most ? last[i] : most;
  }
  printf("%.1f %d\n", sum, most);
  return 0;
}
