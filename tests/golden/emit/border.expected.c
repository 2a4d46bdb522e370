# 0 "border.mapper.c" 3
#define MRT_TRACK_ALLOCATIONS
#include "mapper_rt.h"
static struct mrt_region mrt_region_border_smooth_1;
static struct mrt_kernel mrt_kernel_border_smooth_1;
# 1 "border.c"
/* Only what lies within the border of the array moves. */
static double field[600][700];

void smooth(const double *from, int last)
{
# 0 "border.mapper.c" 3
{
  MRT_QUIET
  const double mrt_f[] = {
    697.0 * mrt_positive((double) last + -1.0) * 3.0, /* int_ops */
    0.0, /* float_ops */
    697.0 * mrt_positive((double) last + -1.0), /* double_ops */
    0.0, /* special_ops */
    697.0 * mrt_positive((double) last + -1.0) * 2.0, /* mem */
    697.0 * mrt_positive((double) last + -1.0) * 2.0, /* coalesced */
    0.0, /* localmem */
    0.0, /* int_atomics */
    0.0, /* float_atomics */
    0.0, /* local_int_atomics */
    0.0, /* local_float_atomics */
    0.0, /* updates */
    0.0, /* branches */
    697.0 * mrt_positive((double) last + -1.0), /* work_items */
    1.0, /* launches */
    0.0, /* steps */
    7.0, /* depth */
    0.0, /* shuttled */
    (double) (sizeof(field)) + (double) (((long) last <= 1L ? 0L : 699L) * sizeof(*from)), /* transfer */
  };
  const void *const mrt_p[] = {(const void *)(field), (const void *)(from), 0};
  struct mrt_run mrt_run;
  int mrt_done = 0;
  mrt_enter(&mrt_run, &mrt_region_border_smooth_1, mrt_f, mrt_p);
  if (mrt_run.device && mrt_begin(&mrt_run)) {
    const __typeof__((int)0 + (699)) mrt_first0 = 2, mrt_bound0 = 699;
    const __typeof__((int)0 + (last)) mrt_first1 = 1, mrt_bound1 = last;
    const mrt_u64 mrt_counts[2] = {MRT_COUNT(int, 2147483647ULL, mrt_first0, mrt_bound0, 1, 0), MRT_COUNT(int, 2147483647ULL, mrt_first1, mrt_bound1, 1, 0)};
    struct mrt_arg mrt_args[] = {
      {MRT_ARG_BUFFER, MRT_WRITE | MRT_STATIC | MRT_EAGER, (void *)(field), (mrt_size)(sizeof(field)), 0, "field", "d", .area = &(const struct mrt_area){702L * 8L, 697L * 8L, (long) last - 1L, 5600, 1L, 0}},
      {MRT_ARG_BUFFER, MRT_READ | MRT_EAGER, (void *)(from), (mrt_size)(((long) last <= 1L ? 0L : 699L) * sizeof(*from)), 0, "from"},
    };
    mrt_done = mrt_launch(&mrt_run, &mrt_kernel_border_smooth_1, mrt_counts, mrt_args, 2);
  }
  MRT_QUIET_END
  if (!mrt_done) {
# 6 "border.c"
#pragma omp parallel for
  for (int i = 1; i < last; i++)
    for (int j = 2; j < 699; j++)
      field[i][j] = 0.5 * from[j];
# 0 "border.mapper.c" 3
  }
  mrt_leave(&mrt_run);
}
# 10 "border.c"
}
# 0 "border.mapper.c" 3

