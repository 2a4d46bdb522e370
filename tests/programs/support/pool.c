#include "pool.h"

#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#endif
#include <stdlib.h>

struct worker *workers;
double **pool;
static int asked;

void make_pool(int threads, int n)
{
  pool = malloc((size_t)threads * sizeof *pool);
  workers = calloc((size_t)threads, sizeof *workers);
  for (int t = 0; t < threads; t++) {
    pool[t] = malloc(2 * (size_t)n * sizeof(double));
    workers[t].block = malloc((size_t)n * sizeof(double));
  }
}

int this_thread(void)
{
  return omp_get_thread_num();
}

double *block_of(int me)
{
  return pool[me];
}

struct worker *own_worker(void)
{
  return &workers[omp_get_thread_num()];
}

double *counted_block(int me)
{
#pragma omp atomic
  asked++;
  return pool[me];
}
