/* Loops that ask for a number of threads other than the default, and keep something for each.  expect: offloaded=4 */
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#define omp_get_num_threads() 1
#endif
#include <stdio.h>
#include <stdlib.h>

#define N 900

static double value[N];
static int owner[N];

/* Sums of all threads; the array has as many elements as there are threads. */
static double sums(int threads)
{
  double *sum = calloc((size_t)threads, sizeof *sum), all = 0;
#pragma omp parallel for num_threads(threads)
  for (int i = 0; i < N; i++)
    sum[omp_get_thread_num()] += value[i];
  for (int t = 0; t < threads; t++)
    all += sum[t];
  free(sum);
  return all;
}

int main(void)
{
  int most = 0, wrong = 0, team = 1;
#ifdef _OPENMP
  team = 3;
  omp_set_dynamic(0);
#endif
  for (int i = 0; i < N; i++)
    value[i] = i % 9;
  for (int threads = 1; threads < 8; threads += 3)
    printf("%g\n", sums(threads));
#pragma omp parallel for num_threads(team) schedule(static, 5)
  for (int i = 0; i < N; i++)
    owner[i] = omp_get_thread_num();
  for (int i = 0; i < N; i++)
    wrong += owner[i] != i / 5 % team;
#pragma omp parallel for num_threads(team) collapse(2)
  for (int i = 0; i < 30; i++)
    for (int k = 0; k < 30; k++)
      owner[30 * i + k] = omp_get_thread_num();
  for (int i = 0; i < N; i++)
    wrong += owner[i] != i / (N / team);
#pragma omp parallel for num_threads(team) reduction(max : most)
  for (int i = 0; i < N; i++)
    most = most > omp_get_num_threads() ? most : omp_get_num_threads();
  printf("%d wrong, %d\n", wrong, most == team);
  return 0;
}
