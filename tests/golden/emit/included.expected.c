# 0 "included.mapper.c" 3
#define __MRT_TRACK_ALLOCATIONS
#include "__mapper_rt.h"
static struct __mrt_region __mrt_region_included_count_1;
static struct __mrt_kernel __mrt_kernel_included_count_1;
# 1 "included.c"
/* A loop in a file of the user's own that is included once. */
#include <stdio.h>
# 1 "included.h"
/* Included by included.c: its text stands in the emitted file, under its own name. */
static int cells[64];

static void count(void)
{
  int i;
# 0 "included.mapper.c" 3
{
  __MRT_QUIET
  const double __mrt_f[] = {
    128.0, /* int_ops */
    0.0, /* float_ops */
    0.0, /* double_ops */
    0.0, /* special_ops */
    128.0, /* mem */
    128.0, /* coalesced */
    0.0, /* localmem */
    0.0, /* int_atomics */
    0.0, /* float_atomics */
    0.0, /* local_int_atomics */
    0.0, /* local_float_atomics */
    0.0, /* updates */
    0.0, /* contended */
    0.0, /* branches */
    64.0, /* work_items */
    1.0, /* launches */
    0.0, /* steps */
    0.0, /* pieces */
    4.0, /* depth */
    128.0, /* cpu_int_ops */
    0.0, /* cpu_float_ops */
    0.0, /* cpu_double_ops */
    0.0, /* cpu_special_ops */
    0.0, /* cpu_chain */
    128.0, /* cpu_mem */
    128.0, /* cpu_near */
    0.0, /* cpu_branches */
    1.0, /* cpu_loops */
    0.0, /* shuttled */
    2.0 * (double) (sizeof(cells)), /* transfer */
  };
  const void *const __mrt_p[] = {(const void *)(cells), 0};
  struct __mrt_run __mrt_run;
  int __mrt_done = 0;
  __mrt_enter(&__mrt_run, &__mrt_region_included_count_1, __mrt_f, __mrt_p);
  if (__mrt_run.device && __mrt_begin(&__mrt_run)) {
    const __typeof__((int)0 + (64)) __mrt_first0 = 0, __mrt_bound0 = 64;
    const __mrt_u64 __mrt_counts[1] = {__MRT_COUNT(int, 2147483647ULL, __mrt_first0, __mrt_bound0, 1, 0)};
    struct __mrt_arg __mrt_args[] = {
      {__MRT_ARG_BUFFER, __MRT_READ | __MRT_WRITE | __MRT_STATIC, (void *)(cells), (__mrt_size)(sizeof(cells)), 0, "cells", "i"},
    };
    __mrt_done = __mrt_launch(&__mrt_run, &__mrt_kernel_included_count_1, __mrt_counts, __mrt_args, 1);
  }
  __MRT_QUIET_END
  if (!__mrt_done) {
    __MRT_HOST(cells, __MRT_READ | __MRT_WRITE);
# 7 "included.h"
#pragma omp parallel for
  for (i = 0; i < 64; i++)
    cells[i] += i;
# 0 "included.mapper.c" 3
  }
  __mrt_leave(&__mrt_run);
}
# 10 "included.h"
}
# 4 "included.c"

int main(void)
{
  count();
# 0 "included.mapper.c" 3
  __MRT_HOST_PART(cells[63], __MRT_READ);
# 8 "included.c"
  printf("%d\n", cells[63]);
  return 0;
}
# 0 "included.mapper.c" 3

