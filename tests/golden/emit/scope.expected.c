# 0 "scope.mapper.c" 3
#define MRT_TRACK_ALLOCATIONS
#include "mapper_rt.h"
static struct mrt_region mrt_region_scope_last_1;
static struct mrt_kernel mrt_kernel_scope_last_1;
# 1 "scope.c"
/* The device copy of an automatic array goes when its scope is left. */
int last(int n)
{
  int square[n];
# 0 "scope.mapper.c" 3
  MRT_SCOPE(0, square, sizeof square);
{
  MRT_QUIET
  const double mrt_f[] = {
    mrt_positive((double) n) * 2.0, /* int_ops */
    0.0, /* float_ops */
    0.0, /* double_ops */
    0.0, /* special_ops */
    mrt_positive((double) n), /* mem */
    mrt_positive((double) n), /* coalesced */
    0.0, /* localmem */
    0.0, /* int_atomics */
    0.0, /* float_atomics */
    0.0, /* local_int_atomics */
    0.0, /* local_float_atomics */
    0.0, /* updates */
    0.0, /* branches */
    mrt_positive((double) n), /* work_items */
    1.0, /* launches */
    0.0, /* steps */
    3.0, /* depth */
    0.0, /* shuttled */
    (double) (sizeof(square)), /* transfer */
  };
  const void *const mrt_p[] = {(const void *)(square), 0};
  struct mrt_run mrt_run;
  int mrt_done = 0;
  mrt_enter(&mrt_run, &mrt_region_scope_last_1, mrt_f, mrt_p);
  if (mrt_run.device && mrt_begin(&mrt_run)) {
    const __typeof__((int)0 + (n)) mrt_first0 = 0, mrt_bound0 = n;
    const mrt_u64 mrt_counts[1] = {MRT_COUNT(int, 2147483647ULL, mrt_first0, mrt_bound0, 1, 0)};
    struct mrt_arg mrt_args[] = {
      {MRT_ARG_BUFFER, MRT_WRITE | MRT_STACK | ((mrt_size)(((long) n <= -1L ? 0L : (long) n) * 4L) >= (mrt_size)(sizeof(square)) ? MRT_OVERWRITES : 0), (void *)(square), (mrt_size)(sizeof(square)), 0, "square", "i"},
    };
    mrt_done = mrt_launch(&mrt_run, &mrt_kernel_scope_last_1, mrt_counts, mrt_args, 1);
  }
  MRT_QUIET_END
  if (!mrt_done) {
    MRT_HOST(square, MRT_WRITE);
# 5 "scope.c"
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    square[i] = i * i;
# 0 "scope.mapper.c" 3
  }
  mrt_leave(&mrt_run);
}
  MRT_HOST(square, MRT_READ);
# 8 "scope.c"
  return square[n - 1];
}
# 0 "scope.mapper.c" 3

