#include <stdlib.h>

#include "thread_block_pool.h"

struct worker *make_workers(int threads, int elements)
{
  struct worker *workers = malloc((size_t)threads * sizeof *workers);

  for (int t = 0; t < threads; t++) {
    workers[t].least = malloc((size_t)elements * sizeof(int));
    workers[t].part.sums = malloc((size_t)elements * sizeof(double));
  }
  return workers;
}

double **make_blocks(int threads, int elements)
{
  double **blocks = malloc((size_t)threads * sizeof *blocks);

  for (int t = 0; t < threads; t++)
    blocks[t] = calloc((size_t)elements, sizeof(double));
  return blocks;
}

double merged(double **blocks, int threads, int element)
{
  double sum = 0;

  for (int t = 0; t < threads; t++)
    sum += blocks[t][element];
  return sum;
}

void free_workers(struct worker *workers, int threads)
{
  for (int t = 0; t < threads; t++) {
    free(workers[t].least);
    free(workers[t].part.sums);
  }
  free(workers);
}

void free_blocks(double **blocks, int threads)
{
  for (int t = 0; t < threads; t++)
    free(blocks[t]);
  free(blocks);
}
