# 0 "reduction.mapper.c" 3
#define MRT_TRACK_ALLOCATIONS
#include "mapper_rt.h"
static struct mrt_region mrt_region_reduction_total_1;
static struct mrt_kernel mrt_kernel_reduction_total_1;
# 1 "reduction.c"
/* Results of reductions are combined with their variables, where the loop ran at all. */
double total(const double *a, long n, double start, double *least)
{
  double sum = start, low = a[0];
  long i;
# 0 "reduction.mapper.c" 3
{
  MRT_QUIET
  const double mrt_f[] = {
    mrt_positive((double) n) * 2.5, /* int_ops */
    0.0, /* float_ops */
    mrt_positive((double) n) * 2.0, /* double_ops */
    0.0, /* special_ops */
    mrt_positive((double) n) * 2.5, /* mem */
    mrt_positive((double) n) * 2.5, /* coalesced */
    0.0, /* localmem */
    0.0, /* int_atomics */
    0.0, /* float_atomics */
    0.0, /* local_int_atomics */
    0.0, /* local_float_atomics */
    0.0, /* updates */
    mrt_positive((double) n), /* branches */
    mrt_positive((double) n), /* work_items */
    2.0, /* launches */
    0.0, /* steps */
    9.0, /* depth */
    0.0, /* shuttled */
    (double) (((long) n <= 0L ? 0L : (long) n) * sizeof(*a)), /* transfer */
  };
  const void *const mrt_p[] = {(const void *)(a), 0};
  struct mrt_run mrt_run;
  int mrt_done = 0;
  mrt_enter(&mrt_run, &mrt_region_reduction_total_1, mrt_f, mrt_p);
  if (mrt_run.device && mrt_begin(&mrt_run)) {
    const __typeof__((long)0 + (n)) mrt_first0 = 0, mrt_bound0 = n;
    const mrt_u64 mrt_counts[1] = {MRT_COUNT(long, 9223372036854775807ULL, mrt_first0, mrt_bound0, 1, 0)};
    double mrt_result0 = 0;
    double mrt_result1 = 0;
    struct mrt_arg mrt_args[] = {
      {MRT_ARG_BUFFER, MRT_READ | MRT_EAGER, (void *)(a), (mrt_size)(((long) n <= 0L ? 0L : (long) n) * sizeof(*a)), 0, "a"},
      {MRT_ARG_REDUCTION, MRT_SUM | MRT_DOUBLE, &mrt_result0, sizeof mrt_result0, 0, "sum"},
      {MRT_ARG_REDUCTION, MRT_MIN | MRT_DOUBLE, &mrt_result1, sizeof mrt_result1, 0, "low"},
    };
    mrt_done = mrt_launch(&mrt_run, &mrt_kernel_reduction_total_1, mrt_counts, mrt_args, 3);
    if (mrt_done) {
      if (mrt_counts[0]) {
        sum = sum + mrt_result0;
        low = mrt_result1 < low ? mrt_result1 : low;
      }
    }
    MRT_NOTE(&mrt_run, 0, double, sum);
    MRT_NOTE(&mrt_run, 1, double, low);
  }
  MRT_QUIET_END
  if (!mrt_done) {
# 6 "reduction.c"
#pragma omp parallel for reduction(+ : sum) reduction(min : low)
  for (i = 0; i < n; i++) {
    sum += a[i];
    if (a[i] < low)
      low = a[i];
  }
# 0 "reduction.mapper.c" 3
  }
  MRT_NOTE(&mrt_run, 0, double, sum);
  MRT_NOTE(&mrt_run, 1, double, low);
  mrt_leave(&mrt_run);
}
# 12 "reduction.c"
  *least = low;
  return sum;
}
# 0 "reduction.mapper.c" 3

