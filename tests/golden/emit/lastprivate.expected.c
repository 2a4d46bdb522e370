# 0 "lastprivate.mapper.c" 3
#define MRT_TRACK_ALLOCATIONS
#include "mapper_rt.h"
static struct mrt_region mrt_region_lastprivate_final_1;
static struct mrt_kernel mrt_kernel_lastprivate_final_1;
# 1 "lastprivate.c"
/* A variable that the loop gives a last value is copied around the launch. */
int final(const int *a, int n)
{
  int seen = -1;
# 0 "lastprivate.mapper.c" 3
{
  MRT_QUIET
  const double mrt_f[] = {
    mrt_positive((double) n) * 4.0, /* int_ops */
    0.0, /* float_ops */
    0.0, /* double_ops */
    0.0, /* special_ops */
    mrt_positive((double) n) * 1.5, /* mem */
    mrt_positive((double) n) * 1.5, /* coalesced */
    0.0, /* localmem */
    0.0, /* int_atomics */
    0.0, /* float_atomics */
    0.0, /* local_int_atomics */
    0.0, /* local_float_atomics */
    0.0, /* updates */
    mrt_positive((double) n), /* branches */
    mrt_positive((double) n), /* work_items */
    1.0, /* launches */
    0.0, /* steps */
    5.5, /* depth */
    0.0, /* shuttled */
    (double) (((long) n <= 0L ? 0L : (long) n) * sizeof(*a)), /* transfer */
  };
  const void *const mrt_p[] = {(const void *)(a), 0};
  struct mrt_run mrt_run;
  int mrt_done = 0;
  mrt_enter(&mrt_run, &mrt_region_lastprivate_final_1, mrt_f, mrt_p);
  if (mrt_run.device && mrt_begin(&mrt_run)) {
    const __typeof__((int)0 + (n)) mrt_first0 = 0, mrt_bound0 = n;
    const mrt_u64 mrt_counts[1] = {MRT_COUNT(int, 2147483647ULL, mrt_first0, mrt_bound0, 1, 0)};
    struct mrt_arg mrt_args[] = {
      {MRT_ARG_BUFFER, MRT_WRITE | MRT_STACK | MRT_EAGER, (void *)(&seen), (mrt_size)(sizeof(seen)), 0, "&seen", "i"},
      {MRT_ARG_BUFFER, MRT_READ | MRT_EAGER, (void *)(a), (mrt_size)(((long) n <= 0L ? 0L : (long) n) * sizeof(*a)), 0, "a"},
    };
    mrt_done = mrt_launch(&mrt_run, &mrt_kernel_lastprivate_final_1, mrt_counts, mrt_args, 2);
  }
  MRT_QUIET_END
  if (!mrt_done) {
# 5 "lastprivate.c"
#pragma omp parallel for lastprivate(seen)
  for (int i = 0; i < n; i++)
    seen = a[i] + i;
# 0 "lastprivate.mapper.c" 3
  }
  mrt_leave(&mrt_run);
}
# 8 "lastprivate.c"
  return seen;
}
# 0 "lastprivate.mapper.c" 3

