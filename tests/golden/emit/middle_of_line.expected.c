# 0 "middle_of_line.mapper.c" 3
#define __MRT_TRACK_ALLOCATIONS
#include "__mapper_rt.h"
static struct __mrt_region __mrt_region_middle_of_line_both_1;
static struct __mrt_region __mrt_region_middle_of_line_both_2;
static struct __mrt_kernel __mrt_kernel_middle_of_line_both_1;
static struct __mrt_kernel __mrt_kernel_middle_of_line_both_2;
# 1 "middle_of_line.c"
/* What follows a construct on its line keeps its line and column. */
static int a[8], b[8];

void both(void)
{
  int i;
# 0 "middle_of_line.mapper.c" 3
{
  __MRT_QUIET
  const double __mrt_f[] = {
    8.0, /* int_ops */
    0.0, /* float_ops */
    0.0, /* double_ops */
    0.0, /* special_ops */
    8.0, /* mem */
    8.0, /* coalesced */
    0.0, /* localmem */
    0.0, /* int_atomics */
    0.0, /* float_atomics */
    0.0, /* local_int_atomics */
    0.0, /* local_float_atomics */
    0.0, /* updates */
    0.0, /* contended */
    0.0, /* branches */
    8.0, /* work_items */
    1.0, /* launches */
    0.0, /* steps */
    0.0, /* pieces */
    2.0, /* depth */
    8.0, /* cpu_int_ops */
    0.0, /* cpu_float_ops */
    0.0, /* cpu_double_ops */
    0.0, /* cpu_special_ops */
    0.0, /* cpu_chain */
    8.0, /* cpu_mem */
    8.0, /* cpu_near */
    0.0, /* cpu_branches */
    1.0, /* cpu_loops */
    0.0, /* shuttled */
    (double) (sizeof(a)), /* transfer */
  };
  const void *const __mrt_p[] = {(const void *)(a), 0};
  struct __mrt_run __mrt_run;
  int __mrt_done = 0;
  __mrt_enter(&__mrt_run, &__mrt_region_middle_of_line_both_1, __mrt_f, __mrt_p);
  if (__mrt_run.device && __mrt_begin(&__mrt_run)) {
    const __typeof__((int)0 + (8)) __mrt_first0 = 0, __mrt_bound0 = 8;
    const __mrt_u64 __mrt_counts[1] = {__MRT_COUNT(int, 2147483647ULL, __mrt_first0, __mrt_bound0, 1, 0)};
    struct __mrt_arg __mrt_args[] = {
      {__MRT_ARG_BUFFER, __MRT_WRITE | __MRT_STATIC | ((__mrt_size)(8L * 4L) >= (__mrt_size)(sizeof(a)) ? __MRT_OVERWRITES : 0), (void *)(a), (__mrt_size)(sizeof(a)), 0, "a", "i"},
    };
    __mrt_done = __mrt_launch(&__mrt_run, &__mrt_kernel_middle_of_line_both_1, __mrt_counts, __mrt_args, 1);
  }
  __MRT_QUIET_END
  if (!__mrt_done) {
    __MRT_HOST(a, __MRT_WRITE);
# 7 "middle_of_line.c"
#pragma omp parallel for
  for (i = 0; i < 8; i++) a[i] = i;
# 0 "middle_of_line.mapper.c" 3
  }
  __mrt_leave(&__mrt_run);
}
# 8 "middle_of_line.c"
                                    /* between */ 
# 0 "middle_of_line.mapper.c" 3
  __MRT_HOST_PART(b[0], __MRT_WRITE);
# 8 "middle_of_line.c"
                                                  b[0] = 1;
# 0 "middle_of_line.mapper.c" 3
  __MRT_HOST(b, __MRT_READ);
# 9 "middle_of_line.c"
  if (b[0])
# 0 "middle_of_line.mapper.c" 3
{
  __MRT_QUIET
  const double __mrt_f[] = {
    16.0, /* int_ops */
    0.0, /* float_ops */
    0.0, /* double_ops */
    0.0, /* special_ops */
    16.0, /* mem */
    16.0, /* coalesced */
    0.0, /* localmem */
    0.0, /* int_atomics */
    0.0, /* float_atomics */
    0.0, /* local_int_atomics */
    0.0, /* local_float_atomics */
    0.0, /* updates */
    0.0, /* contended */
    0.0, /* branches */
    8.0, /* work_items */
    1.0, /* launches */
    0.0, /* steps */
    0.0, /* pieces */
    4.0, /* depth */
    16.0, /* cpu_int_ops */
    0.0, /* cpu_float_ops */
    0.0, /* cpu_double_ops */
    0.0, /* cpu_special_ops */
    0.0, /* cpu_chain */
    16.0, /* cpu_mem */
    16.0, /* cpu_near */
    0.0, /* cpu_branches */
    1.0, /* cpu_loops */
    0.0, /* shuttled */
    (double) (sizeof(b)) + (double) (sizeof(a)), /* transfer */
  };
  const void *const __mrt_p[] = {(const void *)(b), (const void *)(a), 0};
  struct __mrt_run __mrt_run;
  int __mrt_done = 0;
  __mrt_enter(&__mrt_run, &__mrt_region_middle_of_line_both_2, __mrt_f, __mrt_p);
  if (__mrt_run.device && __mrt_begin(&__mrt_run)) {
    const __typeof__((int)0 + (8)) __mrt_first0 = 0, __mrt_bound0 = 8;
    const __mrt_u64 __mrt_counts[1] = {__MRT_COUNT(int, 2147483647ULL, __mrt_first0, __mrt_bound0, 1, 0)};
    struct __mrt_arg __mrt_args[] = {
      {__MRT_ARG_BUFFER, __MRT_WRITE | __MRT_STATIC | ((__mrt_size)(8L * 4L) >= (__mrt_size)(sizeof(b)) ? __MRT_OVERWRITES : 0), (void *)(b), (__mrt_size)(sizeof(b)), 0, "b", "i"},
      {__MRT_ARG_BUFFER, __MRT_READ | __MRT_STATIC, (void *)(a), (__mrt_size)(sizeof(a)), 0, "a"},
    };
    __mrt_done = __mrt_launch(&__mrt_run, &__mrt_kernel_middle_of_line_both_2, __mrt_counts, __mrt_args, 2);
  }
  __MRT_QUIET_END
  if (!__mrt_done) {
    __MRT_HOST(a, __MRT_READ);
    __MRT_HOST(b, __MRT_WRITE);
# 10 "middle_of_line.c"
#pragma omp parallel for
    for (i = 0; i < 8; i++) b[i] = a[i];
# 0 "middle_of_line.mapper.c" 3
  }
  __mrt_leave(&__mrt_run);
}
# 12 "middle_of_line.c"
  else 
# 0 "middle_of_line.mapper.c" 3
  __MRT_HOST_PART(a[1], __MRT_READ),
  __MRT_HOST_PART(b[1], __MRT_WRITE),
# 12 "middle_of_line.c"
       b[1] = a[1];
}

int main(void)
{
  both();
  return 0;
}
# 0 "middle_of_line.mapper.c" 3

