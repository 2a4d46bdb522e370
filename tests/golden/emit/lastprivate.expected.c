# 0 "lastprivate.mapper.c" 3
#define __MRT_TRACK_ALLOCATIONS
#include "__mapper_rt.h"
static struct __mrt_region __mrt_region_lastprivate_final_1;
static struct __mrt_kernel __mrt_kernel_lastprivate_final_1;
# 1 "lastprivate.c"
/* A variable that the loop gives a last value is copied around the launch. */
int final(const int *a, int n)
{
  int seen = -1;
# 0 "lastprivate.mapper.c" 3
{
  __MRT_QUIET
  const double __mrt_common0 = __mrt_positive((double) n);
  const double __mrt_common1 = __mrt_common0 * 4.0;
  const double __mrt_common2 = __mrt_common0 * 1.5;
  const double __mrt_f[] = {
    __mrt_common1, /* int_ops */
    0.0, /* float_ops */
    0.0, /* double_ops */
    0.0, /* special_ops */
    __mrt_common2, /* mem */
    __mrt_common2, /* coalesced */
    0.0, /* localmem */
    0.0, /* int_atomics */
    0.0, /* float_atomics */
    0.0, /* local_int_atomics */
    0.0, /* local_float_atomics */
    0.0, /* updates */
    0.0, /* contended */
    __mrt_common0, /* branches */
    __mrt_common0, /* work_items */
    1.0, /* launches */
    0.0, /* steps */
    0.0, /* pieces */
    5.5, /* depth */
    __mrt_common1, /* cpu_int_ops */
    0.0, /* cpu_float_ops */
    0.0, /* cpu_double_ops */
    0.0, /* cpu_special_ops */
    0.0, /* cpu_chain */
    __mrt_common2, /* cpu_mem */
    __mrt_common2, /* cpu_near */
    __mrt_common0, /* cpu_branches */
    1.0, /* cpu_loops */
    (double) (((long) n <= 0L ? 0L : (long) n) * sizeof(*a)), /* shuttled */
    (double) (((long) n <= 0L ? 0L : (long) n) * sizeof(*a)), /* transfer */
  };
  const void *const __mrt_p[] = {(const void *)(a), 0};
  struct __mrt_run __mrt_run;
  int __mrt_done = 0;
  __mrt_enter(&__mrt_run, &__mrt_region_lastprivate_final_1, __mrt_f, __mrt_p);
  if (__mrt_run.device && __mrt_begin(&__mrt_run)) {
    const __typeof__((int)0 + (n)) __mrt_first0 = 0, __mrt_bound0 = n;
    const __mrt_u64 __mrt_counts[1] = {__MRT_COUNT(int, 2147483647ULL, __mrt_first0, __mrt_bound0, 1, 0)};
    struct __mrt_arg __mrt_args[] = {
      {__MRT_ARG_BUFFER, __MRT_WRITE | __MRT_STACK | __MRT_EAGER, (void *)(&seen), (__mrt_size)(sizeof(seen)), 0, "&seen", "i"},
      {__MRT_ARG_BUFFER, __MRT_READ | __MRT_EAGER | __MRT_SHIFTED, (void *)(a), (__mrt_size)(((long) n <= 0L ? 0L : (long) n) * sizeof(*a)), 0, "a"},
    };
    __mrt_done = __mrt_launch(&__mrt_run, &__mrt_kernel_lastprivate_final_1, __mrt_counts, __mrt_args, 2);
  }
  __MRT_QUIET_END
  if (!__mrt_done) {
# 5 "lastprivate.c"
#pragma omp parallel for lastprivate(seen)
  for (int i = 0; i < n; i++)
    seen = a[i] + i;
# 0 "lastprivate.mapper.c" 3
  }
  __mrt_leave(&__mrt_run);
}
# 8 "lastprivate.c"
  return seen;
}
# 0 "lastprivate.mapper.c" 3

