# 0 "border.mapper.c" 3
#define __MRT_TRACK_ALLOCATIONS
#include "__mapper_rt.h"
static struct __mrt_region __mrt_region_border_smooth_1;
static struct __mrt_kernel __mrt_kernel_border_smooth_1;
# 1 "border.c"
/* Only what lies within the border of the array moves. */
static double field[600][700];

void smooth(const double *from, int last)
{
# 0 "border.mapper.c" 3
{
  __MRT_QUIET
  const double __mrt_common0 = __mrt_positive((double) last + -1.0);
  const double __mrt_common1 = 697.0 * __mrt_common0;
  const double __mrt_common2 = __mrt_common1 * 2.0;
  const double __mrt_common3 = __mrt_common0 * 1394.0;
  const double __mrt_common4 = (double) (sizeof(field)) + (double) (((long) last <= 1L ? 0L : 699L) * sizeof(*from));
  const double __mrt_f[] = {
    __mrt_common1 * 3.0, /* int_ops */
    0.0, /* float_ops */
    __mrt_common1, /* double_ops */
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
    0.0, /* branches */
    __mrt_common1, /* work_items */
    1.0, /* launches */
    0.0, /* steps */
    0.0, /* pieces */
    7.0, /* depth */
    __mrt_common0 * 3485.0, /* cpu_int_ops */
    0.0, /* cpu_float_ops */
    __mrt_common0 * 697.0, /* cpu_double_ops */
    0.0, /* cpu_special_ops */
    0.0, /* cpu_chain */
    __mrt_common3, /* cpu_mem */
    __mrt_common3, /* cpu_near */
    0.0, /* cpu_branches */
    1.0, /* cpu_loops */
    __mrt_common4, /* shuttled */
    __mrt_common4, /* transfer */
  };
  const void *const __mrt_p[] = {(const void *)(field), (const void *)(from), 0};
  struct __mrt_run __mrt_run;
  int __mrt_done = 0;
  __mrt_enter(&__mrt_run, &__mrt_region_border_smooth_1, __mrt_f, __mrt_p);
  if (__mrt_run.strips) {
    const __typeof__((int)0 + (last)) __mrt_firsts = 1, __mrt_bounds = last;
    __mrt_strips(&__mrt_run, __MRT_COUNT(int, 2147483647ULL, __mrt_firsts, __mrt_bounds, 1, 0));
  }
  do {
  if (__mrt_run.device && __mrt_begin(&__mrt_run)) {
    if (__mrt_run.from != 0) {
      __mrt_rest(&__mrt_run);
    }
    const __typeof__((int)0 + (699)) __mrt_first0 = 2, __mrt_bound0 = 699;
    const __typeof__((int)0 + (last)) __mrt_first1 = 1, __mrt_bound1 = last;
    const __mrt_u64 __mrt_counts[2] = {__MRT_COUNT(int, 2147483647ULL, __mrt_first0, __mrt_bound0, 1, 0), __MRT_COUNT(int, 2147483647ULL, __mrt_first1, __mrt_bound1, 1, 0)};
    struct __mrt_arg __mrt_args[] = {
      {__MRT_ARG_BUFFER, __MRT_WRITE | __MRT_STATIC | __MRT_EAGER, (void *)(field), (__mrt_size)(sizeof(field)), 0, "field", "d", .area = &(const struct __mrt_area){702L * 8L, 697L * 8L, (long) last - 1L, 5600, 1L, 0}},
      {__MRT_ARG_BUFFER, __MRT_READ | __MRT_EAGER | __MRT_SHIFTED, (void *)(from), (__mrt_size)(((long) last <= 1L ? 0L : 699L) * (long) (sizeof(*from))), (long)(((long) last <= 1L ? 0L : 2L) * (long) (sizeof(*from))), "from"},
    };
    __mrt_done = __mrt_launch(&__mrt_run, &__mrt_kernel_border_smooth_1, __mrt_counts, __mrt_args, 2);
  }
  __MRT_QUIET_END
  if (!__mrt_done) {
    const int __mrt_from = (int)((int)__mrt_run.from * (1));
    const int __mrt_less = (int)((int)(__mrt_run.count - __mrt_run.to) * (1));
# 6 "border.c"
#pragma omp parallel for
  for (int i = 
# 0 "border.mapper.c" 3
(
# 7 "border.c"
               1
# 0 "border.mapper.c" 3
) + __mrt_from
# 7 "border.c"
                ; i < 
# 0 "border.mapper.c" 3
(
# 7 "border.c"
                      last
# 0 "border.mapper.c" 3
) - __mrt_less
# 7 "border.c"
                          ; i++)
    for (int j = 2; j < 699; j++)
      field[i][j] = 0.5 * from[j];
# 0 "border.mapper.c" 3
  }
  } while (!__mrt_done && __mrt_run.to < __mrt_run.count && __mrt_next_strip(&__mrt_run));
  __mrt_leave(&__mrt_run);
}
# 10 "border.c"
}
# 0 "border.mapper.c" 3

