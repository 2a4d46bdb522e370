# 0 "collapse.mapper.c" 3
#define MRT_TRACK_ALLOCATIONS
#include "mapper_rt.h"
static struct mrt_region mrt_region_collapse_mark_1;
static struct mrt_kernel mrt_kernel_collapse_mark_1;
# 1 "collapse.c"
/* Two collapsed loops are two dimensions; the inner one has the neighbours. */
#define N 40
#define M 50

static int grid[N][M];

void mark(int low, int step)
{
  int i, j;
# 0 "collapse.mapper.c" 3
{
  MRT_QUIET
  const double mrt_f[] = {
    mrt_positive(mrt_ratio((double) (50 - 1) + (double) step, (double) step)) * mrt_positive(40.0 + -1.0 * (double) low) * 3.0, /* int_ops */
    0.0, /* float_ops */
    0.0, /* double_ops */
    0.0, /* special_ops */
    mrt_positive(mrt_ratio((double) (50 - 1) + (double) step, (double) step)) * mrt_positive(40.0 + -1.0 * (double) low), /* mem */
    0.0, /* coalesced */
    0.0, /* localmem */
    0.0, /* int_atomics */
    0.0, /* float_atomics */
    0.0, /* local_int_atomics */
    0.0, /* local_float_atomics */
    0.0, /* updates */
    0.0, /* branches */
    mrt_positive(mrt_ratio((double) (50 - 1) + (double) step, (double) step)) * mrt_positive(40.0 + -1.0 * (double) low), /* work_items */
    1.0, /* launches */
    0.0, /* steps */
    4.0, /* depth */
    0.0, /* shuttled */
    (double) (sizeof(grid)), /* transfer */
  };
  const void *const mrt_p[] = {(const void *)(grid), 0};
  struct mrt_run mrt_run;
  int mrt_done = 0;
  mrt_enter(&mrt_run, &mrt_region_collapse_mark_1, mrt_f, mrt_p);
  if (mrt_run.device && mrt_begin(&mrt_run)) {
    const __typeof__((int)0 + (50 - 1)) mrt_first0 = 0, mrt_bound0 = 50 - 1;
    const __typeof__((int)0 + (40)) mrt_first1 = (int)(low), mrt_bound1 = 40;
    const mrt_u64 mrt_counts[2] = {MRT_COUNT(int, 2147483647ULL, mrt_first0, mrt_bound0, (mrt_u64)(int)(step), 1), MRT_COUNT(int, 2147483647ULL, mrt_first1, mrt_bound1, 1, 0)};
    int mrt_value0 = low;
    int mrt_value1 = step;
    struct mrt_arg mrt_args[] = {
      {MRT_ARG_VALUE, 0, &mrt_value0, sizeof mrt_value0, 0, "mrt_lower_i"},
      {MRT_ARG_VALUE, 0, &mrt_value1, sizeof mrt_value1, 0, "mrt_step_j"},
      {MRT_ARG_BUFFER, MRT_WRITE | MRT_STATIC | MRT_EAGER, (void *)(grid), (mrt_size)(sizeof(grid)), 0, "grid", "i"},
    };
    mrt_done = mrt_launch(&mrt_run, &mrt_kernel_collapse_mark_1, mrt_counts, mrt_args, 3);
  }
  MRT_QUIET_END
  if (!mrt_done) {
# 10 "collapse.c"
#pragma omp parallel for collapse(2)
  for (i = low; i < N; i++)
    for (j = 0; j <= M - 1; j += step)
      grid[i][j] = i + j;
# 0 "collapse.mapper.c" 3
  }
  mrt_leave(&mrt_run);
}
# 14 "collapse.c"
}
# 0 "collapse.mapper.c" 3

