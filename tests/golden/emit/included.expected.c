# 0 "included.mapper.c" 3
#define MRT_TRACK_ALLOCATIONS
#include "mapper_rt.h"
static struct mrt_region mrt_region_included_count_1;
static struct mrt_kernel mrt_kernel_included_count_1;
# 1 "included.c"
/* A loop in a file of the user's own that is included once. */
#include <stdio.h>
# 1 "included.h"
/* Included by included.c: its text stands in the emitted file, under its own name. */
static int cells[64];

static void count(void)
{
  int i;
# 0 "included.mapper.c" 3
{
  MRT_QUIET
  const double mrt_f[] = {
    128.0, /* int_ops */
    0.0, /* float_ops */
    0.0, /* double_ops */
    0.0, /* special_ops */
    128.0, /* mem */
    128.0, /* coalesced */
    0.0, /* localmem */
    0.0, /* int_atomics */
    0.0, /* float_atomics */
    0.0, /* local_int_atomics */
    0.0, /* local_float_atomics */
    0.0, /* updates */
    0.0, /* branches */
    64.0, /* work_items */
    1.0, /* launches */
    0.0, /* steps */
    4.0, /* depth */
    0.0, /* shuttled */
    2.0 * (double) (sizeof(cells)), /* transfer */
  };
  const void *const mrt_p[] = {(const void *)(cells), 0};
  struct mrt_run mrt_run;
  int mrt_done = 0;
  mrt_enter(&mrt_run, &mrt_region_included_count_1, mrt_f, mrt_p);
  if (mrt_run.device && mrt_begin(&mrt_run)) {
    const __typeof__((int)0 + (64)) mrt_first0 = 0, mrt_bound0 = 64;
    const mrt_u64 mrt_counts[1] = {MRT_COUNT(int, 2147483647ULL, mrt_first0, mrt_bound0, 1, 0)};
    struct mrt_arg mrt_args[] = {
      {MRT_ARG_BUFFER, MRT_READ | MRT_WRITE | MRT_STATIC, (void *)(cells), (mrt_size)(sizeof(cells)), 0, "cells", "i"},
    };
    mrt_done = mrt_launch(&mrt_run, &mrt_kernel_included_count_1, mrt_counts, mrt_args, 1);
  }
  MRT_QUIET_END
  if (!mrt_done) {
    MRT_HOST(cells, MRT_READ | MRT_WRITE);
# 7 "included.h"
#pragma omp parallel for
  for (i = 0; i < 64; i++)
    cells[i] += i;
# 0 "included.mapper.c" 3
  }
  mrt_leave(&mrt_run);
}
# 10 "included.h"
}
# 4 "included.c"

int main(void)
{
  count();
# 0 "included.mapper.c" 3
  MRT_HOST_PART(cells[63], MRT_READ);
# 8 "included.c"
  printf("%d\n", cells[63]);
  return 0;
}
# 0 "included.mapper.c" 3

