# 0 "collapse.mapper.c" 3
#define __MRT_TRACK_ALLOCATIONS
#include "__mapper_rt.h"
static struct __mrt_region __mrt_region_collapse_mark_1;
static struct __mrt_kernel __mrt_kernel_collapse_mark_1;
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
  __MRT_QUIET
  const double __mrt_common0 = __mrt_positive(__mrt_ratio((double) (50 - 1) + (double) step, (double) step)) * __mrt_positive(40.0 + -1.0 * (double) low);
  const double __mrt_common1 = __mrt_common0 * 3.0;
  const double __mrt_f[] = {
    __mrt_common1, /* int_ops */
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
    4.0, /* depth */
    __mrt_common1, /* cpu_int_ops */
    0.0, /* cpu_float_ops */
    0.0, /* cpu_double_ops */
    0.0, /* cpu_special_ops */
    0.0, /* cpu_chain */
    __mrt_common0, /* cpu_mem */
    0.0, /* cpu_near */
    0.0, /* cpu_branches */
    1.0, /* cpu_loops */
    (double) (sizeof(grid)), /* shuttled */
    (double) (sizeof(grid)), /* transfer */
  };
  const void *const __mrt_p[] = {(const void *)(grid), 0};
  struct __mrt_run __mrt_run;
  int __mrt_done = 0;
  __mrt_enter(&__mrt_run, &__mrt_region_collapse_mark_1, __mrt_f, __mrt_p);
  if (__mrt_run.device && __mrt_begin(&__mrt_run)) {
    const __typeof__((int)0 + (50 - 1)) __mrt_first0 = 0, __mrt_bound0 = 50 - 1;
    const __typeof__((int)0 + (40)) __mrt_first1 = (int)(low), __mrt_bound1 = 40;
    const __mrt_u64 __mrt_counts[2] = {__MRT_COUNT(int, 2147483647ULL, __mrt_first0, __mrt_bound0, (__mrt_u64)(int)(step), 1), __MRT_COUNT(int, 2147483647ULL, __mrt_first1, __mrt_bound1, 1, 0)};
    int __mrt_value0 = low;
    int __mrt_value1 = step;
    struct __mrt_arg __mrt_args[] = {
      {__MRT_ARG_VALUE, 0, &__mrt_value0, sizeof __mrt_value0, 0, "mrt_lower_i"},
      {__MRT_ARG_VALUE, 0, &__mrt_value1, sizeof __mrt_value1, 0, "mrt_step_j"},
      {__MRT_ARG_BUFFER, __MRT_WRITE | __MRT_STATIC | __MRT_EAGER, (void *)(grid), (__mrt_size)(sizeof(grid)), 0, "grid", "i"},
    };
    __mrt_done = __mrt_launch(&__mrt_run, &__mrt_kernel_collapse_mark_1, __mrt_counts, __mrt_args, 3);
  }
  __MRT_QUIET_END
  if (!__mrt_done) {
# 10 "collapse.c"
#pragma omp parallel for collapse(2)
  for (i = low; i < N; i++)
    for (j = 0; j <= M - 1; j += step)
      grid[i][j] = i + j;
# 0 "collapse.mapper.c" 3
  }
  __mrt_leave(&__mrt_run);
}
# 14 "collapse.c"
}
# 0 "collapse.mapper.c" 3

