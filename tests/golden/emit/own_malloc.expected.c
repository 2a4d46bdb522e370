# 0 "own_malloc.mapper.c" 3
#include "mapper_rt.h"
static struct mrt_region mrt_region_own_malloc_clear_1;
static struct mrt_kernel mrt_kernel_own_malloc_clear_1;
# 1 "own_malloc.c"
/* A program with allocation functions of its own is left alone with them. */
static char heap[4096];
static unsigned long used;

void *malloc(unsigned long size)
{
  used += size;
  return heap + used - size;
}

void free(void *block) { (void)block; }

void clear(void)
{
# 0 "own_malloc.mapper.c" 3
{
  MRT_QUIET
  const double mrt_f[] = {
    4096.0, /* int_ops */
    0.0, /* float_ops */
    0.0, /* double_ops */
    0.0, /* special_ops */
    4096.0, /* mem */
    4096.0, /* coalesced */
    0.0, /* localmem */
    0.0, /* int_atomics */
    0.0, /* float_atomics */
    0.0, /* local_int_atomics */
    0.0, /* local_float_atomics */
    0.0, /* updates */
    0.0, /* branches */
    4096.0, /* work_items */
    1.0, /* launches */
    0.0, /* steps */
    2.0, /* depth */
    0.0, /* shuttled */
    (double) (sizeof(heap)), /* transfer */
  };
  const void *const mrt_p[] = {(const void *)(heap), 0};
  struct mrt_run mrt_run;
  int mrt_done = 0;
  mrt_enter(&mrt_run, &mrt_region_own_malloc_clear_1, mrt_f, mrt_p);
  if (mrt_run.device && mrt_begin(&mrt_run)) {
    const __typeof__((int)0 + (4096)) mrt_first0 = 0, mrt_bound0 = 4096;
    const mrt_u64 mrt_counts[1] = {MRT_COUNT(int, 2147483647ULL, mrt_first0, mrt_bound0, 1, 0)};
    struct mrt_arg mrt_args[] = {
      {MRT_ARG_BUFFER, MRT_WRITE | MRT_STATIC | MRT_EAGER | MRT_ESCAPED | ((mrt_size)(4096L * 1L) >= (mrt_size)(sizeof(heap)) ? MRT_OVERWRITES : 0), (void *)(heap), (mrt_size)(sizeof(heap)), 0, "heap", "b"},
    };
    mrt_done = mrt_launch(&mrt_run, &mrt_kernel_own_malloc_clear_1, mrt_counts, mrt_args, 1);
  }
  MRT_QUIET_END
  if (!mrt_done) {
# 15 "own_malloc.c"
#pragma omp parallel for
  for (int i = 0; i < 4096; i++)
    heap[i] = 0;
# 0 "own_malloc.mapper.c" 3
  }
  mrt_leave(&mrt_run);
}
# 18 "own_malloc.c"
}
# 0 "own_malloc.mapper.c" 3

