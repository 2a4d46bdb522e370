# 0 "heads.mapper.c" 3
#define __MRT_TRACK_ALLOCATIONS
#include "__mapper_rt.h"
static struct __mrt_region __mrt_region_heads_settle_1;
static struct __mrt_kernel __mrt_kernel_heads_settle_1;
# 1 "heads.c"
/* Accesses in the head of a loop around a region are announced each time they are made. */
static int state[16];

int settle(void)
{
  int steps = 0;
  while (
# 0 "heads.mapper.c" 3
  __MRT_HOST(state, __MRT_READ),
# 7 "heads.c"
         state[0] < 10) {
# 0 "heads.mapper.c" 3
{
  __MRT_QUIET
  const double __mrt_f[] = {
    48.0, /* int_ops */
    0.0, /* float_ops */
    0.0, /* double_ops */
    0.0, /* special_ops */
    32.0, /* mem */
    32.0, /* coalesced */
    0.0, /* localmem */
    0.0, /* int_atomics */
    0.0, /* float_atomics */
    0.0, /* local_int_atomics */
    0.0, /* local_float_atomics */
    0.0, /* updates */
    0.0, /* contended */
    0.0, /* branches */
    16.0, /* work_items */
    1.0, /* launches */
    0.0, /* steps */
    0.0, /* pieces */
    5.0, /* depth */
    48.0, /* cpu_int_ops */
    0.0, /* cpu_float_ops */
    0.0, /* cpu_double_ops */
    0.0, /* cpu_special_ops */
    0.0, /* cpu_chain */
    32.0, /* cpu_mem */
    32.0, /* cpu_near */
    0.0, /* cpu_branches */
    1.0, /* cpu_loops */
    (double) (sizeof(state)), /* shuttled */
    2.0 * (double) (sizeof(state)), /* transfer */
  };
  const void *const __mrt_p[] = {(const void *)(state), 0};
  struct __mrt_run __mrt_run;
  int __mrt_done = 0;
  __mrt_enter(&__mrt_run, &__mrt_region_heads_settle_1, __mrt_f, __mrt_p);
  if (__mrt_run.device && __mrt_begin(&__mrt_run)) {
    const __typeof__((int)0 + (16)) __mrt_first0 = 0, __mrt_bound0 = 16;
    const __mrt_u64 __mrt_counts[1] = {__MRT_COUNT(int, 2147483647ULL, __mrt_first0, __mrt_bound0, 1, 0)};
    struct __mrt_arg __mrt_args[] = {
      {__MRT_ARG_BUFFER, __MRT_READ | __MRT_WRITE | __MRT_STATIC, (void *)(state), (__mrt_size)(sizeof(state)), 0, "state", "i"},
    };
    __mrt_done = __mrt_launch(&__mrt_run, &__mrt_kernel_heads_settle_1, __mrt_counts, __mrt_args, 1);
  }
  __MRT_QUIET_END
  if (!__mrt_done) {
    __MRT_HOST(state, __MRT_READ | __MRT_WRITE);
# 8 "heads.c"
#pragma omp parallel for
    for (int i = 0; i < 16; i++)
      state[i] += i + 1;
# 0 "heads.mapper.c" 3
  }
  __mrt_leave(&__mrt_run);
}
# 11 "heads.c"
    steps++;
  }
# 0 "heads.mapper.c" 3
  __MRT_HOST(state, __MRT_READ);
# 13 "heads.c"
  return state[15] + steps;
}

int main(void)
{
  return settle() != 0;
}
# 0 "heads.mapper.c" 3

