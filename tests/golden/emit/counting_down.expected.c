# 0 "counting_down.mapper.c" 3
#define MRT_TRACK_ALLOCATIONS
#include "mapper_rt.h"
static struct mrt_region mrt_region_counting_down_down_1;
static struct mrt_region mrt_region_counting_down_down_2;
static struct mrt_region mrt_region_counting_down_down_3;
static struct mrt_kernel mrt_kernel_counting_down_down_1;
static struct mrt_kernel mrt_kernel_counting_down_down_2;
static struct mrt_kernel mrt_kernel_counting_down_down_3;
# 1 "counting_down.c"
/* Counts of loops that go down, that are unsigned, or that end at one value. */
static unsigned char mark[300];

void down(unsigned long from, int step)
{
  unsigned long i;
  int j;
# 0 "counting_down.mapper.c" 3
{
  MRT_QUIET
  const double mrt_f[] = {
    mrt_positive((10.0 + -1.0 * (double) from) * -0.5), /* int_ops */
    0.0, /* float_ops */
    0.0, /* double_ops */
    0.0, /* special_ops */
    mrt_positive((10.0 + -1.0 * (double) from) * -0.5), /* mem */
    0.0, /* coalesced */
    0.0, /* localmem */
    0.0, /* int_atomics */
    0.0, /* float_atomics */
    0.0, /* local_int_atomics */
    0.0, /* local_float_atomics */
    0.0, /* updates */
    0.0, /* branches */
    mrt_positive((10.0 + -1.0 * (double) from) * -0.5), /* work_items */
    1.0, /* launches */
    0.0, /* steps */
    2.0, /* depth */
    0.0, /* shuttled */
    (double) (sizeof(mark)), /* transfer */
  };
  const void *const mrt_p[] = {(const void *)(mark), 0};
  struct mrt_run mrt_run;
  int mrt_done = 0;
  mrt_enter(&mrt_run, &mrt_region_counting_down_down_1, mrt_f, mrt_p);
  if (mrt_run.device && mrt_begin(&mrt_run)) {
    const __typeof__((unsigned long)0 + (10)) mrt_first0 = (unsigned long)(from), mrt_bound0 = 10;
    const mrt_u64 mrt_counts[1] = {MRT_COUNT(unsigned long, 18446744073709551615ULL, mrt_bound0, mrt_first0, 2, 0)};
    unsigned long mrt_value0 = from;
    struct mrt_arg mrt_args[] = {
      {MRT_ARG_VALUE, 0, &mrt_value0, sizeof mrt_value0, 0, "mrt_lower_i"},
      {MRT_ARG_BUFFER, MRT_WRITE | MRT_STATIC | MRT_EAGER, (void *)(mark), (mrt_size)(sizeof(mark)), 0, "mark", "B"},
    };
    mrt_done = mrt_launch(&mrt_run, &mrt_kernel_counting_down_down_1, mrt_counts, mrt_args, 2);
  }
  MRT_QUIET_END
  if (!mrt_done) {
# 8 "counting_down.c"
#pragma omp parallel for
  for (i = from; i > 10; i -= 2)
    mark[i] = 1;
# 0 "counting_down.mapper.c" 3
  }
  mrt_leave(&mrt_run);
}
{
  MRT_QUIET
  const double mrt_f[] = {
    mrt_positive(mrt_ratio(-299.0 + (double) (-step), (double) (-step))), /* int_ops */
    0.0, /* float_ops */
    0.0, /* double_ops */
    0.0, /* special_ops */
    mrt_positive(mrt_ratio(-299.0 + (double) (-step), (double) (-step))), /* mem */
    0.0, /* coalesced */
    0.0, /* localmem */
    0.0, /* int_atomics */
    0.0, /* float_atomics */
    0.0, /* local_int_atomics */
    0.0, /* local_float_atomics */
    0.0, /* updates */
    0.0, /* branches */
    mrt_positive(mrt_ratio(-299.0 + (double) (-step), (double) (-step))), /* work_items */
    1.0, /* launches */
    0.0, /* steps */
    2.0, /* depth */
    0.0, /* shuttled */
    (double) (sizeof(mark)), /* transfer */
  };
  const void *const mrt_p[] = {(const void *)(mark), 0};
  struct mrt_run mrt_run;
  int mrt_done = 0;
  mrt_enter(&mrt_run, &mrt_region_counting_down_down_2, mrt_f, mrt_p);
  if (mrt_run.device && mrt_begin(&mrt_run)) {
    const __typeof__((int)0 + (0)) mrt_first0 = 299, mrt_bound0 = 0;
    const mrt_u64 mrt_counts[1] = {MRT_COUNT(int, 2147483647ULL, mrt_bound0, mrt_first0, (mrt_u64)(int)(0 - (-step)), 1)};
    int mrt_value0 = -step;
    struct mrt_arg mrt_args[] = {
      {MRT_ARG_VALUE, 0, &mrt_value0, sizeof mrt_value0, 0, "mrt_step_j"},
      {MRT_ARG_BUFFER, MRT_WRITE | MRT_STATIC | MRT_EAGER, (void *)(mark), (mrt_size)(sizeof(mark)), 0, "mark", "B"},
    };
    mrt_done = mrt_launch(&mrt_run, &mrt_kernel_counting_down_down_2, mrt_counts, mrt_args, 2);
  }
  MRT_QUIET_END
  if (!mrt_done) {
# 11 "counting_down.c"
#pragma omp parallel for
  for (j = 299; j >= 0; j -= step)
    mark[j] = 2;
# 0 "counting_down.mapper.c" 3
  }
  mrt_leave(&mrt_run);
}
{
  MRT_QUIET
  const double mrt_f[] = {
    600.0, /* int_ops */
    0.0, /* float_ops */
    0.0, /* double_ops */
    0.0, /* special_ops */
    600.0, /* mem */
    600.0, /* coalesced */
    0.0, /* localmem */
    0.0, /* int_atomics */
    0.0, /* float_atomics */
    0.0, /* local_int_atomics */
    0.0, /* local_float_atomics */
    0.0, /* updates */
    0.0, /* branches */
    300.0, /* work_items */
    1.0, /* launches */
    0.0, /* steps */
    4.0, /* depth */
    0.0, /* shuttled */
    2.0 * (double) (sizeof(mark)), /* transfer */
  };
  const void *const mrt_p[] = {(const void *)(mark), 0};
  struct mrt_run mrt_run;
  int mrt_done = 0;
  mrt_enter(&mrt_run, &mrt_region_counting_down_down_3, mrt_f, mrt_p);
  if (mrt_run.device && mrt_begin(&mrt_run)) {
    const __typeof__((int)0 + (300)) mrt_first0 = 0, mrt_bound0 = 300;
    const mrt_u64 mrt_counts[1] = {MRT_COUNT(int, 2147483647ULL, mrt_first0, mrt_bound0, 1, 0)};
    struct mrt_arg mrt_args[] = {
      {MRT_ARG_BUFFER, MRT_READ | MRT_WRITE | MRT_STATIC | MRT_EAGER, (void *)(mark), (mrt_size)(sizeof(mark)), 0, "mark", "B"},
    };
    mrt_done = mrt_launch(&mrt_run, &mrt_kernel_counting_down_down_3, mrt_counts, mrt_args, 1);
  }
  MRT_QUIET_END
  if (!mrt_done) {
# 14 "counting_down.c"
#pragma omp parallel for
  for (j = 0; j != 300; ++j)
    mark[j]++;
# 0 "counting_down.mapper.c" 3
  }
  mrt_leave(&mrt_run);
}
# 17 "counting_down.c"
}
# 0 "counting_down.mapper.c" 3

