# 0 "counting_down.mapper.c" 3
#define __MRT_TRACK_ALLOCATIONS
#include "__mapper_rt.h"
static struct __mrt_region __mrt_region_counting_down_down_1;
static struct __mrt_region __mrt_region_counting_down_down_2;
static struct __mrt_region __mrt_region_counting_down_down_3;
static struct __mrt_kernel __mrt_kernel_counting_down_down_1;
static struct __mrt_kernel __mrt_kernel_counting_down_down_2;
static struct __mrt_kernel __mrt_kernel_counting_down_down_3;
# 1 "counting_down.c"
/* Counts of loops that go down, that are unsigned, or that end at one value. */
static unsigned char mark[300];

void down(unsigned long from, int step)
{
  unsigned long i;
  int j;
# 0 "counting_down.mapper.c" 3
{
  __MRT_QUIET
  const double __mrt_common0 = __mrt_positive((10.0 + -1.0 * (double) from) * -0.5);
  const double __mrt_f[] = {
    __mrt_common0, /* int_ops */
    0.0, /* float_ops */
    0.0, /* double_ops */
    0.0, /* special_ops */
    __mrt_common0, /* mem */
    0.0, /* coalesced */
    0.0, /* localmem */
    0.0, /* int_atomics */
    0.0, /* float_atomics */
    0.0, /* local_int_atomics */
    0.0, /* local_float_atomics */
    0.0, /* updates */
    0.0, /* contended */
    0.0, /* branches */
    __mrt_common0, /* work_items */
    1.0, /* launches */
    0.0, /* steps */
    0.0, /* pieces */
    2.0, /* depth */
    __mrt_common0, /* cpu_int_ops */
    0.0, /* cpu_float_ops */
    0.0, /* cpu_double_ops */
    0.0, /* cpu_special_ops */
    0.0, /* cpu_chain */
    __mrt_common0, /* cpu_mem */
    0.0, /* cpu_near */
    0.0, /* cpu_branches */
    1.0, /* cpu_loops */
    (double) (sizeof(mark)), /* shuttled */
    (double) (sizeof(mark)), /* transfer */
  };
  const void *const __mrt_p[] = {(const void *)(mark), 0};
  struct __mrt_run __mrt_run;
  int __mrt_done = 0;
  __mrt_enter(&__mrt_run, &__mrt_region_counting_down_down_1, __mrt_f, __mrt_p);
  if (__mrt_run.device && __mrt_begin(&__mrt_run)) {
    const __typeof__((unsigned long)0 + (10)) __mrt_first0 = (unsigned long)(from), __mrt_bound0 = 10;
    const __mrt_u64 __mrt_counts[1] = {__MRT_COUNT(unsigned long, 18446744073709551615ULL, __mrt_bound0, __mrt_first0, 2, 0)};
    unsigned long __mrt_value0 = from;
    struct __mrt_arg __mrt_args[] = {
      {__MRT_ARG_VALUE, 0, &__mrt_value0, sizeof __mrt_value0, 0, "mrt_lower_i"},
      {__MRT_ARG_BUFFER, __MRT_WRITE | __MRT_STATIC | __MRT_EAGER | __MRT_REWRITES, (void *)(mark), (__mrt_size)(sizeof(mark)), 0, "mark", "B"},
    };
    __mrt_done = __mrt_launch(&__mrt_run, &__mrt_kernel_counting_down_down_1, __mrt_counts, __mrt_args, 2);
  }
  __MRT_QUIET_END
  if (!__mrt_done) {
# 8 "counting_down.c"
#pragma omp parallel for
  for (i = from; i > 10; i -= 2)
    mark[i] = 1;
# 0 "counting_down.mapper.c" 3
  }
  __mrt_leave(&__mrt_run);
}
{
  __MRT_QUIET
  const double __mrt_common0 = __mrt_positive(__mrt_ratio(-299.0 + (double) (-step), (double) (-step)));
  const double __mrt_f[] = {
    __mrt_common0, /* int_ops */
    0.0, /* float_ops */
    0.0, /* double_ops */
    0.0, /* special_ops */
    __mrt_common0, /* mem */
    0.0, /* coalesced */
    0.0, /* localmem */
    0.0, /* int_atomics */
    0.0, /* float_atomics */
    0.0, /* local_int_atomics */
    0.0, /* local_float_atomics */
    0.0, /* updates */
    0.0, /* contended */
    0.0, /* branches */
    __mrt_common0, /* work_items */
    1.0, /* launches */
    0.0, /* steps */
    0.0, /* pieces */
    2.0, /* depth */
    __mrt_common0, /* cpu_int_ops */
    0.0, /* cpu_float_ops */
    0.0, /* cpu_double_ops */
    0.0, /* cpu_special_ops */
    0.0, /* cpu_chain */
    __mrt_common0, /* cpu_mem */
    0.0, /* cpu_near */
    0.0, /* cpu_branches */
    1.0, /* cpu_loops */
    (double) (sizeof(mark)), /* shuttled */
    (double) (sizeof(mark)), /* transfer */
  };
  const void *const __mrt_p[] = {(const void *)(mark), 0};
  struct __mrt_run __mrt_run;
  int __mrt_done = 0;
  __mrt_enter(&__mrt_run, &__mrt_region_counting_down_down_2, __mrt_f, __mrt_p);
  if (__mrt_run.device && __mrt_begin(&__mrt_run)) {
    const __typeof__((int)0 + (0)) __mrt_first0 = 299, __mrt_bound0 = 0;
    const __mrt_u64 __mrt_counts[1] = {__MRT_COUNT(int, 2147483647ULL, __mrt_bound0, __mrt_first0, (__mrt_u64)(int)(0 - (-step)), 1)};
    int __mrt_value0 = -step;
    struct __mrt_arg __mrt_args[] = {
      {__MRT_ARG_VALUE, 0, &__mrt_value0, sizeof __mrt_value0, 0, "mrt_step_j"},
      {__MRT_ARG_BUFFER, __MRT_WRITE | __MRT_STATIC | __MRT_EAGER | __MRT_REWRITES, (void *)(mark), (__mrt_size)(sizeof(mark)), 0, "mark", "B"},
    };
    __mrt_done = __mrt_launch(&__mrt_run, &__mrt_kernel_counting_down_down_2, __mrt_counts, __mrt_args, 2);
  }
  __MRT_QUIET_END
  if (!__mrt_done) {
# 11 "counting_down.c"
#pragma omp parallel for
  for (j = 299; j >= 0; j -= step)
    mark[j] = 2;
# 0 "counting_down.mapper.c" 3
  }
  __mrt_leave(&__mrt_run);
}
{
  __MRT_QUIET
  const double __mrt_common0 = 2.0 * (double) (sizeof(mark));
  const double __mrt_f[] = {
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
    0.0, /* contended */
    0.0, /* branches */
    300.0, /* work_items */
    1.0, /* launches */
    0.0, /* steps */
    0.0, /* pieces */
    4.0, /* depth */
    600.0, /* cpu_int_ops */
    0.0, /* cpu_float_ops */
    0.0, /* cpu_double_ops */
    0.0, /* cpu_special_ops */
    0.0, /* cpu_chain */
    600.0, /* cpu_mem */
    600.0, /* cpu_near */
    0.0, /* cpu_branches */
    1.0, /* cpu_loops */
    __mrt_common0, /* shuttled */
    __mrt_common0, /* transfer */
  };
  const void *const __mrt_p[] = {(const void *)(mark), 0};
  struct __mrt_run __mrt_run;
  int __mrt_done = 0;
  __mrt_enter(&__mrt_run, &__mrt_region_counting_down_down_3, __mrt_f, __mrt_p);
  if (__mrt_run.device && __mrt_begin(&__mrt_run)) {
    const __typeof__((int)0 + (300)) __mrt_first0 = 0, __mrt_bound0 = 300;
    const __mrt_u64 __mrt_counts[1] = {__MRT_COUNT(int, 2147483647ULL, __mrt_first0, __mrt_bound0, 1, 0)};
    struct __mrt_arg __mrt_args[] = {
      {__MRT_ARG_BUFFER, __MRT_READ | __MRT_WRITE | __MRT_STATIC | __MRT_EAGER | __MRT_REWRITES, (void *)(mark), (__mrt_size)(sizeof(mark)), 0, "mark", "B"},
    };
    __mrt_done = __mrt_launch(&__mrt_run, &__mrt_kernel_counting_down_down_3, __mrt_counts, __mrt_args, 1);
  }
  __MRT_QUIET_END
  if (!__mrt_done) {
# 14 "counting_down.c"
#pragma omp parallel for
  for (j = 0; j != 300; ++j)
    mark[j]++;
# 0 "counting_down.mapper.c" 3
  }
  __mrt_leave(&__mrt_run);
}
# 17 "counting_down.c"
}
# 0 "counting_down.mapper.c" 3

