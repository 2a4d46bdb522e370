/* Memory of each thread's own, by its number. */
#ifndef POOL_H
#define POOL_H

struct worker {
  double *block;
  int uses;
};

extern struct worker *workers;
extern double **pool;

int this_thread(void);
void make_pool(int threads, int n);
double *block_of(int me);
struct worker *own_worker(void);
double *counted_block(int me);

#endif
