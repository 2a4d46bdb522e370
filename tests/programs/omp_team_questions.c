/* Code asks for the number of threads, the clock, and whether it is in parallel; the answers are the region's.
 * expect: offloaded=3 */
#include <stdio.h>
#ifdef _OPENMP
#include <omp.h>
#else
static int omp_get_num_threads(void)
{
  return 3;
}
static int omp_in_parallel(void)
{
  return 1;
}
static double omp_get_wtime(void)
{
  return 1;
}
static int omp_get_thread_num(void)
{
  return 0;
}
static int omp_get_max_threads(void)
{
  return 3;
}
#endif

#define N 60

static int a[N], threads, inside, number = 9;
static double began;

static void ask(void)
{
  int i;

#pragma omp single
  inside += omp_in_parallel();
#pragma omp for
  for (i = 0; i < N; i++)
    a[i] += inside;
}

int main(void)
{
  int i;

#pragma omp parallel num_threads(3) private(i)
  {
    int mine = omp_get_num_threads();
    double now = omp_get_wtime();

#pragma omp master
    {
      threads = omp_get_num_threads() + (omp_get_max_threads() > 0);
      number = omp_get_thread_num();
      began = now;
    }
    if (omp_in_parallel())
      mine += 10;
#pragma omp for
    for (i = 0; i < N; i++)
      a[i] = i * mine;
    ask();
#pragma omp for
    for (i = 0; i < N; i++)
      a[i] += mine;
  }
  printf("%d %d %d %d\n", threads, inside, number, began > 0);
  for (i = 0; i < N; i += 9)
    printf("%d\n", a[i]);
  return 0;
}
