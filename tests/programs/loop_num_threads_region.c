/* num_threads of a region holds for its loops, in functions that it calls too, and although what
   it was computed from changes.  expect: offloaded=4 */
#include <stdio.h>
#ifdef _OPENMP
#include <omp.h>
#else
static int omp_get_num_threads(void)
{
  return 2;
}
#endif

#define N 64

static int a[N], threads[N], threads_there[N];

static void note(void)
{
#pragma omp for
  for (int i = 0; i < N; i++)
    a[i] += i;
#pragma omp for
  for (int i = 0; i < N; i++)
    threads_there[i] = omp_get_num_threads();
}

static int most(const int *x)
{
  int found = 0;

  for (int i = 0; i < N; i++)
    if (x[i] > found)
      found = x[i];
  return found;
}

int main(void)
{
  int wanted = 2;

#pragma omp parallel num_threads(wanted)
  {
#pragma omp single
    wanted = 3;
#pragma omp for
    for (int i = 0; i < N; i++)
      a[i] = wanted;
    note();
#pragma omp for
    for (int i = 0; i < N; i++)
      threads[i] = omp_get_num_threads();
  }
  printf("%d %d %d %d\n", a[0], a[N - 1], most(threads), most(threads_there));
  return 0;
}
