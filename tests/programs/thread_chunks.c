/* A chunk of a dynamic schedule is one thread's, whichever that is.
 * expect: offloaded=3 */
#include <stdio.h>
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#endif

enum { N = 1003 };

static int owner[N];

static int split(int n, int chunk)
{
  int found = 0;
  for (int i = 0; i < n; i++)
    found += owner[i] != owner[i / chunk * chunk];
  return found;
}

int main(void)
{
  int chunk = 6;
#pragma omp parallel for schedule(dynamic, chunk)
  for (int i = 0; i < N; i++)
    owner[i] = omp_get_thread_num();
  printf("%d\n", split(N, chunk));
#pragma omp parallel for schedule(dynamic, 5) collapse(2)
  for (int i = 3; i < 40; i++)
    for (int j = 0; j < 13; j++)
      owner[(i - 3) * 13 + j] = omp_get_thread_num();
  printf("%d\n", split(37 * 13, 5));
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < N; i++)
    owner[i] = omp_get_thread_num() * 0 + i;
  printf("%d\n", owner[N - 1]);
  return 0;
}
