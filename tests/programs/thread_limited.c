/* Parts for as many threads as are asked for: where OpenMP starts fewer, some parts are left out, as on the CPU.
 * expect: offloaded=3 */
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#define omp_get_max_threads() 1
#endif
#include <stdio.h>

enum { N = 240, MOST = 64 };

static int x[N], cut[MOST + 1];

static void show(const char *what)
{
  long sum = 0;

  for (int i = 0; i < N; i++) {
    sum = sum * 3 % 1000003 + x[i];
    x[i] = 0;
  }
  printf("%s %ld\n", what, sum);
}

int main(void)
{
  int n = N, parts = omp_get_max_threads();

  if (parts > MOST)
    parts = MOST;
  for (int t = 0; t <= parts; t++)
    cut[t] = t * n / parts;

#pragma omp parallel
  {
    int me = omp_get_thread_num();
    for (int i = cut[me]; i < cut[me + 1]; i++)
      x[i] += i;
  }
  show("table");

#pragma omp parallel num_threads(parts)
  {
    int me = omp_get_thread_num();
    for (int i = me * n / parts; i < (me + 1) * n / parts; i++)
      x[i] += i;
  }
  show("asked for");

  int most = omp_get_max_threads();
#pragma omp parallel
  {
    int me = omp_get_thread_num();
    for (int i = me * n / most; i < (me + 1) * n / most; i++)
      x[i] += i;
  }
  show("most");
  return 0;
}
