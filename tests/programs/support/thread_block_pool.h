#ifndef THREAD_BLOCK_POOL_H
#define THREAD_BLOCK_POOL_H

/* What a thread works with: a block of its own, and one that all blocks are parts of. */
struct worker {
  int *least;
  double pad[7];
  struct {
    double *sums;
  } part;
};

struct worker *make_workers(int threads, int elements);
double **make_blocks(int threads, int elements);
double merged(double **blocks, int threads, int element);
void free_workers(struct worker *workers, int threads);
void free_blocks(double **blocks, int threads);

#endif
