# 0 "reduction.mapper.c" 3
#define __MRT_TRACK_ALLOCATIONS
#include "__mapper_rt.h"
static struct __mrt_region __mrt_region_reduction_total_1;
static struct __mrt_kernel __mrt_kernel_reduction_total_1;
# 1 "reduction.c"
/* Results of reductions are combined with their variables, where the loop ran at all. */
double total(const double *a, long n, double start, double *least)
{
  double sum = start, low = a[0];
  long i;
# 0 "reduction.mapper.c" 3
{
  __MRT_QUIET
  const double __mrt_common0 = __mrt_positive((double) n);
  const double __mrt_common1 = __mrt_common0 * 2.5;
  const double __mrt_common2 = __mrt_common0 * 2.0;
  const double __mrt_f[] = {
    __mrt_common1, /* int_ops */
    0.0, /* float_ops */
    __mrt_common2, /* double_ops */
    0.0, /* special_ops */
    __mrt_common1, /* mem */
    __mrt_common1, /* coalesced */
    0.0, /* localmem */
    0.0, /* int_atomics */
    0.0, /* float_atomics */
    0.0, /* local_int_atomics */
    0.0, /* local_float_atomics */
    0.0, /* updates */
    0.0, /* contended */
    __mrt_common0, /* branches */
    __mrt_common0, /* work_items */
    2.0, /* launches */
    0.0, /* steps */
    0.0, /* pieces */
    9.0, /* depth */
    __mrt_common1, /* cpu_int_ops */
    0.0, /* cpu_float_ops */
    __mrt_common2, /* cpu_double_ops */
    0.0, /* cpu_special_ops */
    __mrt_common0 * 4.0, /* cpu_chain */
    __mrt_common1, /* cpu_mem */
    __mrt_common1, /* cpu_near */
    __mrt_common0, /* cpu_branches */
    1.0, /* cpu_loops */
    (double) (((long) n <= 0L ? 0L : (long) n) * sizeof(*a)), /* shuttled */
    (double) (((long) n <= 0L ? 0L : (long) n) * sizeof(*a)), /* transfer */
  };
  const void *const __mrt_p[] = {(const void *)(a), 0};
  struct __mrt_run __mrt_run;
  int __mrt_done = 0;
  __mrt_enter(&__mrt_run, &__mrt_region_reduction_total_1, __mrt_f, __mrt_p);
  if (__mrt_run.device && __mrt_begin(&__mrt_run)) {
    const __typeof__((long)0 + (n)) __mrt_first0 = 0, __mrt_bound0 = n;
    const __mrt_u64 __mrt_counts[1] = {__MRT_COUNT(long, 9223372036854775807ULL, __mrt_first0, __mrt_bound0, 1, 0)};
    double __mrt_result0 = 0;
    double __mrt_result1 = 0;
    struct __mrt_arg __mrt_args[] = {
      {__MRT_ARG_BUFFER, __MRT_READ | __MRT_EAGER | __MRT_SHIFTED, (void *)(a), (__mrt_size)(((long) n <= 0L ? 0L : (long) n) * sizeof(*a)), 0, "a"},
      {__MRT_ARG_REDUCTION, __MRT_SUM | __MRT_DOUBLE, &__mrt_result0, sizeof __mrt_result0, 0, "sum"},
      {__MRT_ARG_REDUCTION, __MRT_MIN | __MRT_DOUBLE, &__mrt_result1, sizeof __mrt_result1, 0, "low"},
    };
    __mrt_done = __mrt_launch(&__mrt_run, &__mrt_kernel_reduction_total_1, __mrt_counts, __mrt_args, 3);
    if (__mrt_done) {
      if (__mrt_counts[0]) {
        sum = sum + __mrt_result0;
        low = __mrt_result1 < low ? __mrt_result1 : low;
      }
    }
    __MRT_NOTE(&__mrt_run, 0, double, sum);
    __MRT_NOTE(&__mrt_run, 1, double, low);
  }
  __MRT_QUIET_END
  if (!__mrt_done) {
# 6 "reduction.c"
#pragma omp parallel for reduction(+ : sum) reduction(min : low)
  for (i = 0; i < n; i++) {
    sum += a[i];
    if (a[i] < low)
      low = a[i];
  }
# 0 "reduction.mapper.c" 3
  }
  __MRT_NOTE(&__mrt_run, 0, double, sum);
  __MRT_NOTE(&__mrt_run, 1, double, low);
  __mrt_leave(&__mrt_run);
}
# 12 "reduction.c"
  *least = low;
  return sum;
}
# 0 "reduction.mapper.c" 3

