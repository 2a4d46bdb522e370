# 0 "saxpy.mapper.c" 3
#define __MRT_TRACK_ALLOCATIONS
#include "__mapper_rt.h"
static struct __mrt_region __mrt_region_saxpy_main_1;
static struct __mrt_kernel __mrt_kernel_saxpy_main_1;
# 1 "saxpy.c"
/* One loop; host accesses before and after it are announced. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
  int n = 1000;
  float *x = malloc(n * sizeof *x), *y = calloc(n, sizeof *y);

# 0 "saxpy.mapper.c" 3
  __MRT_HOST_AREA(x, 0L, (long) n * 4L, __MRT_WRITE, 0, 0);
# 10 "saxpy.c"
  for (int i = 0; i < n; i++)
    x[i] = (float)i;
# 0 "saxpy.mapper.c" 3
{
  __MRT_QUIET
  const double __mrt_common0 = __mrt_positive((double) n);
  const double __mrt_common1 = __mrt_common0 * 2.0;
  const double __mrt_common2 = __mrt_common0 * 3.0;
  const double __mrt_f[] = {
    __mrt_common1, /* int_ops */
    __mrt_common1, /* float_ops */
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
    0.0, /* branches */
    __mrt_common0, /* work_items */
    1.0, /* launches */
    0.0, /* steps */
    0.0, /* pieces */
    7.0, /* depth */
    __mrt_common1, /* cpu_int_ops */
    __mrt_common1, /* cpu_float_ops */
    0.0, /* cpu_double_ops */
    0.0, /* cpu_special_ops */
    0.0, /* cpu_chain */
    __mrt_common2, /* cpu_mem */
    __mrt_common2, /* cpu_near */
    0.0, /* cpu_branches */
    1.0, /* cpu_loops */
    0.0, /* shuttled */
    2.0 * (double) (((long) n <= 0L ? 0L : (long) n) * sizeof(*y)) + (double) (((long) n <= 0L ? 0L : (long) n) * sizeof(*x)), /* transfer */
  };
  const void *const __mrt_p[] = {(const void *)(y), (const void *)(x), 0};
  struct __mrt_run __mrt_run;
  int __mrt_done = 0;
  __mrt_enter(&__mrt_run, &__mrt_region_saxpy_main_1, __mrt_f, __mrt_p);
  if (__mrt_run.device && __mrt_begin(&__mrt_run)) {
    const __typeof__((int)0 + (n)) __mrt_first0 = 0, __mrt_bound0 = n;
    const __mrt_u64 __mrt_counts[1] = {__MRT_COUNT(int, 2147483647ULL, __mrt_first0, __mrt_bound0, 1, 0)};
    struct __mrt_arg __mrt_args[] = {
      {__MRT_ARG_BUFFER, __MRT_READ | __MRT_WRITE, (void *)(y), (__mrt_size)(((long) n <= 0L ? 0L : (long) n) * sizeof(*y)), 0, "y", "f"},
      {__MRT_ARG_BUFFER, __MRT_READ, (void *)(x), (__mrt_size)(((long) n <= 0L ? 0L : (long) n) * sizeof(*x)), 0, "x"},
    };
    __mrt_done = __mrt_launch(&__mrt_run, &__mrt_kernel_saxpy_main_1, __mrt_counts, __mrt_args, 2);
  }
  __MRT_QUIET_END
  if (!__mrt_done) {
    __MRT_HOST(y, __MRT_READ | __MRT_WRITE);
# 12 "saxpy.c"
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] += 2.0f * x[i];
# 0 "saxpy.mapper.c" 3
  }
  __mrt_leave(&__mrt_run);
}
  __MRT_HOST_PART(y[n - 1], __MRT_READ);
# 15 "saxpy.c"
  printf("%g\n", y[n - 1]);
  free(x);
  free(y);
  return 0;
}
# 0 "saxpy.mapper.c" 3

