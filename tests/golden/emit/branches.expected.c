# 0 "branches.mapper.c" 3
#define __MRT_TRACK_ALLOCATIONS
#include "__mapper_rt.h"
static struct __mrt_region __mrt_region_branches_branch_1;
static struct __mrt_kernel __mrt_kernel_branches_branch_1;
# 1 "branches.c"
/* A statement that can't have another before it gets braces. */
static double v[32];

double branch(int way)
{
  double sum = 0;
# 0 "branches.mapper.c" 3
{
  __MRT_QUIET
  const double __mrt_f[] = {
    32.0, /* int_ops */
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
    32.0, /* work_items */
    1.0, /* launches */
    0.0, /* steps */
    0.0, /* pieces */
    2.0, /* depth */
    32.0, /* cpu_int_ops */
    0.0, /* cpu_float_ops */
    0.0, /* cpu_double_ops */
    0.0, /* cpu_special_ops */
    0.0, /* cpu_chain */
    32.0, /* cpu_mem */
    32.0, /* cpu_near */
    0.0, /* cpu_branches */
    1.0, /* cpu_loops */
    0.0, /* shuttled */
    (double) (sizeof(v)), /* transfer */
  };
  const void *const __mrt_p[] = {(const void *)(v), 0};
  struct __mrt_run __mrt_run;
  int __mrt_done = 0;
  __mrt_enter(&__mrt_run, &__mrt_region_branches_branch_1, __mrt_f, __mrt_p);
  if (__mrt_run.device && __mrt_begin(&__mrt_run)) {
    const __typeof__((int)0 + (32)) __mrt_first0 = 0, __mrt_bound0 = 32;
    const __mrt_u64 __mrt_counts[1] = {__MRT_COUNT(int, 2147483647ULL, __mrt_first0, __mrt_bound0, 1, 0)};
    struct __mrt_arg __mrt_args[] = {
      {__MRT_ARG_BUFFER, __MRT_WRITE | __MRT_STATIC | ((__mrt_size)(32L * 8L) >= (__mrt_size)(sizeof(v)) ? __MRT_OVERWRITES : 0), (void *)(v), (__mrt_size)(sizeof(v)), 0, "v", "d"},
    };
    __mrt_done = __mrt_launch(&__mrt_run, &__mrt_kernel_branches_branch_1, __mrt_counts, __mrt_args, 1);
  }
  __MRT_QUIET_END
  if (!__mrt_done) {
    __MRT_HOST(v, __MRT_WRITE);
# 7 "branches.c"
#pragma omp parallel for
  for (int i = 0; i < 32; i++)
    v[i] = i;
# 0 "branches.mapper.c" 3
  }
  __mrt_leave(&__mrt_run);
}
# 10 "branches.c"
  if (way > 0)
# 0 "branches.mapper.c" 3
{
  __MRT_HOST(v, __MRT_READ);
# 11 "branches.c"
    for (int i = 0; i < way; i++)
      sum += v[i];
# 0 "branches.mapper.c" 3
}
# 13 "branches.c"
  else if (way < 0)
# 0 "branches.mapper.c" 3
  __MRT_HOST_PART(v[0], __MRT_READ),
# 14 "branches.c"
    sum = v[0];
  return sum;
}

int main(int argc, char **argv)
{
  (void)argv;
  return branch(argc) != 0;
}
# 0 "branches.mapper.c" 3

