/* Which iterations each thread has is the same as in OpenMP, in each loop with a static schedule; counts by thread number
 * in the bodies of loops, and questions for the team there.  expect: offloaded=6 kept=K013 */
#include <stdio.h>
#ifdef _OPENMP
#include <omp.h>
#else
static int omp_get_thread_num(void)
{
  return 0;
}

static int omp_get_num_threads(void)
{
  return 1;
}

static int omp_in_parallel(void)
{
  return 0;
}
#endif

#define N 1001
#define MOST 4

static int first[N], second[N], last[MOST], inside[N];
static long work[MOST], done[MOST];

int main(void)
{
  int i, wrong = 0;
  long sum = 0, all = 0;

#pragma omp parallel num_threads(MOST) private(i)
  {
    int me = omp_get_thread_num();

#pragma omp for schedule(static)
    for (i = 0; i < N; i++)
      first[i] = me;
#pragma omp for schedule(static)
    for (i = 0; i < N; i++) {
      if (me == 2)
        done[2] += i;
      else
        done[me]++;
      second[i] = me * omp_get_num_threads();
    }
#pragma omp for schedule(static)
    for (i = 0; i < N; i++)
      last[me] = i; /* kept on the CPU: it has the same iterations there */
#pragma omp for schedule(static, 5) reduction(+ : all)
    for (i = N; i > 0; i -= 2) {
      work[omp_get_thread_num()] += i;
      all += omp_get_thread_num() >= 0;
    }
#pragma omp for
    for (i = 0; i < N; i++)
      inside[i] = omp_in_parallel() == (omp_get_num_threads() > 1);
  }
#pragma omp parallel for num_threads(MOST) private(i)
  for (i = 0; i < N; i++) {
    int me = omp_get_thread_num();

    work[me] ^= i;
    work[me] ^= i;
  }
#pragma omp parallel for
  for (i = 0; i < N - 1; i++) {
    int step = first[i + 1] - first[i];

    inside[i] += step != 0 && step != 1;
  }
  for (i = 0; i < MOST; i++)
    sum += work[i];
  for (i = 0; i < N; i++)
    wrong += (second[i] != 0) != (first[i] != 0) || inside[i] != 1;
  for (i = 0; i + 1 < N; i++)
    if (first[i] != first[i + 1])
      wrong += last[first[i]] != i;
  printf("%ld %ld %d\n", sum, all, wrong);
  return 0;
}
