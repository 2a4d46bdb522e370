/* Loops that threads deal out by hand whose iterations use what only their thread has: the number by a function, a weight,
   a row, an offset. Iterations of such a loop belong to other threads than those of a work-shared one.
   expect: offloaded=0 kept=K013,K013,K013 */
#include <stdio.h>
#include <stdlib.h>
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#define omp_get_num_threads() 1
#define omp_get_max_threads() 1
#endif

enum { N = 1003, MOST = 256, BINS = 16 };

static double a[N], b[N], rows[MOST][BINS];
static int who[N], from[MOST + 1], to[MOST];

static int myself(void) {
  return omp_get_thread_num();
}

int main(void) {
  int n = N, team = 0, wrong = 0;
#pragma omp parallel
  {
    int me = omp_get_thread_num(), threads = omp_get_num_threads();
    int chunk = n / threads, low = me * chunk, high = me == threads - 1 ? n : low + chunk;
    double weight = 1.5 * (me + 1);
    from[me] = low;
    to[me] = high;
    for (int i = low; i < high; i++)
      a[i] = i * weight;
  }
#pragma omp parallel
  {
    int me = omp_get_thread_num(), threads = omp_get_num_threads();
    int chunk = n / threads, low = me * chunk, high = me == threads - 1 ? n : low + chunk;
    for (int i = low; i < high; i++)
      who[i] = myself();
  }
#pragma omp parallel
  {
    int me = omp_get_thread_num(), threads = omp_get_num_threads();
    int chunk = n / threads, low = me * chunk, high = me == threads - 1 ? n : low + chunk;
    double *row = rows[me];
    for (int i = low; i < high; i++)
      row[i % BINS] += 1;
  }
#pragma omp parallel
  {
    int me = omp_get_thread_num(), threads = omp_get_num_threads();
    int chunk = n / threads, low = me * chunk, high = me == threads - 1 ? n : low + chunk;
    double offset = 0.25 * me;
    if (me == 0)
      team = threads;
    for (int i = low; i < high; i++)
      b[i] = offset + i;
  }
  for (int t = 0; t < team; t++) {
    double sum = 0;
    for (int i = 0; i < BINS; i++)
      sum += rows[t][i];
    wrong += sum != to[t] - from[t];
    for (int i = from[t]; i < to[t]; i++)
      wrong += a[i] != i * (1.5 * (t + 1)) || who[i] != t || b[i] != 0.25 * t + i;
  }
  printf("%d\n", wrong);
  return 0;
}
