/* Blocks of threads that only the order of a thread's iterations explains, and pointers to blocks that do not stay.
   The last function only adds to its block, as the first loop does.
   expect: offloaded=2 kept=K013,K013,K013,K013,K013 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#define omp_get_max_threads() 1
#endif

enum { N = 1200, BINS = 16 };

static int key[N], seen[N];
static long total;

static void note(long *block, int i)
{
  block[key[i]] += i;
}

static long summed(const long *all, int blocks)
{
  long sum = 0;

  for (int i = 0; i < blocks * BINS; i++)
    sum += all[i];
  return sum;
}

int main(void)
{
  int threads = omp_get_max_threads();
  size_t bytes = sizeof(long) * BINS * (size_t)threads;
  long *all = malloc(bytes), *other = calloc(BINS * (size_t)threads, sizeof *other), wrong = 0;
  long **table = malloc(sizeof *table * (size_t)threads);

  for (int t = 0; t < threads; t++)
    table[t] = all + t * BINS;
  memset(all, 0, bytes);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    key[i] = i * 7 % BINS;
#pragma omp parallel
  {
    long *mine = all + omp_get_thread_num() * BINS;

#pragma omp for schedule(static)
    for (int i = 0; i < N; i++) /* the last iteration of a thread is what stays */
      mine[0] = i + 1;
  }
  for (int t = 0; t < threads; t++)
    total = all[t * BINS] > total ? all[t * BINS] : total;
  printf("last %ld\n", total);
  memset(all, 0, bytes);
#pragma omp parallel
  {
    long *mine = all + omp_get_thread_num() * BINS;

#pragma omp for schedule(static)
    for (int i = 0; i < N; i++) { /* sums are cleared between: their order matters */
      mine[key[i]] += i;
      if (i % 4 == 3)
        mine[key[i]] &= 0;
    }
#pragma omp for schedule(static)
    for (int i = 0; i < N; i++) /* how often before, in the thread */
      seen[i] = mine[key[i]]++ >= 0;
  }
  for (int i = 0; i < N; i++)
    wrong += !seen[i];
  printf("seen %ld\n", wrong);
  memset(all, 0, bytes);
#pragma omp parallel
  {
    int me = omp_get_thread_num();
    long *mine = all + me * BINS;

    if (me % 2)
      mine = other + me * BINS;
#pragma omp for
    for (int i = 0; i < N; i++)
      mine[key[i]] += i;
#pragma omp critical
    mine = other;
  }
  printf("moved %ld\n", summed(all, threads) + summed(other, threads));
  memset(all, 0, bytes);
#pragma omp parallel
  {
    int me = omp_get_thread_num();
    long *mine = table[me];

#pragma omp for
    for (int i = 0; i < N; i++)
      mine[key[i]] += i;
    table[me] = other;
  }
  printf("table %ld\n", summed(all, threads));
  memset(all, 0, bytes);
#pragma omp parallel
  {
    long *mine = all + omp_get_thread_num() * BINS;

#pragma omp for
    for (int i = 0; i < N; i++)
      note(mine, i);
  }
  printf("called %ld\n", summed(all, threads));
  free(all);
  free(other);
  free(table);
  return 0;
}
