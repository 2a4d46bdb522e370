/* single gives a threadprivate value to all threads with copyprivate, and master keeps its own.
 * expect: offloaded=1 kept=K013 */
#include <stdio.h>

#define N 26

static int shared_value, masters;
#pragma omp threadprivate(shared_value, masters)

static int a[N], b[N];

int main(void)
{
  int i;

#pragma omp parallel
  {
#pragma omp single copyprivate(shared_value)
    shared_value = 41;
#pragma omp for
    for (i = 0; i < N; i++)
      a[i] = shared_value + i;
  }
#pragma omp parallel
  {
    masters = 1;
#pragma omp barrier
#pragma omp master
    masters = 2;
#pragma omp for schedule(static)
    for (i = 0; i < N; i++)
      b[i] = masters > 0;
  }
  for (i = 0; i < N; i += 5)
    printf("%d %d\n", a[i], b[i]);
  return 0;
}
