# 0 "scope.mapper.c" 3
#define __MRT_TRACK_ALLOCATIONS
#include "__mapper_rt.h"
static struct __mrt_region __mrt_region_scope_last_1;
static struct __mrt_kernel __mrt_kernel_scope_last_1;
# 1 "scope.c"
/* The device copy of an automatic array goes when its scope is left. */
int last(int n)
{
  int square[n];
# 0 "scope.mapper.c" 3
  __MRT_SCOPE(0, square, sizeof square);
{
  __MRT_QUIET
  const double __mrt_common0 = __mrt_positive((double) n);
  const double __mrt_common1 = __mrt_common0 * 2.0;
  const double __mrt_f[] = {
    __mrt_common1, /* int_ops */
    0.0, /* float_ops */
    0.0, /* double_ops */
    0.0, /* special_ops */
    __mrt_common0, /* mem */
    __mrt_common0, /* coalesced */
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
    3.0, /* depth */
    __mrt_common1, /* cpu_int_ops */
    0.0, /* cpu_float_ops */
    0.0, /* cpu_double_ops */
    0.0, /* cpu_special_ops */
    0.0, /* cpu_chain */
    __mrt_common0, /* cpu_mem */
    __mrt_common0, /* cpu_near */
    0.0, /* cpu_branches */
    1.0, /* cpu_loops */
    0.0, /* shuttled */
    (double) (sizeof(square)), /* transfer */
  };
  const void *const __mrt_p[] = {(const void *)(square), 0};
  struct __mrt_run __mrt_run;
  int __mrt_done = 0;
  __mrt_enter(&__mrt_run, &__mrt_region_scope_last_1, __mrt_f, __mrt_p);
  if (__mrt_run.device && __mrt_begin(&__mrt_run)) {
    const __typeof__((int)0 + (n)) __mrt_first0 = 0, __mrt_bound0 = n;
    const __mrt_u64 __mrt_counts[1] = {__MRT_COUNT(int, 2147483647ULL, __mrt_first0, __mrt_bound0, 1, 0)};
    struct __mrt_arg __mrt_args[] = {
      {__MRT_ARG_BUFFER, __MRT_WRITE | __MRT_STACK | ((__mrt_size)(((long) n <= -1L ? 0L : (long) n) * 4L) >= (__mrt_size)(sizeof(square)) ? __MRT_OVERWRITES : 0), (void *)(square), (__mrt_size)(sizeof(square)), 0, "square", "i"},
    };
    __mrt_done = __mrt_launch(&__mrt_run, &__mrt_kernel_scope_last_1, __mrt_counts, __mrt_args, 1);
  }
  __MRT_QUIET_END
  if (!__mrt_done) {
    __MRT_HOST(square, __MRT_WRITE);
# 5 "scope.c"
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    square[i] = i * i;
# 0 "scope.mapper.c" 3
  }
  __mrt_leave(&__mrt_run);
}
  __MRT_HOST_AREA(square, (long) n * 4L - 4L, 4L, __MRT_READ, 0, 0);
# 8 "scope.c"
  return square[n - 1];
}
# 0 "scope.mapper.c" 3

