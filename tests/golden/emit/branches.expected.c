# 0 "branches.mapper.c" 3
#define MRT_TRACK_ALLOCATIONS
#include "mapper_rt.h"
static struct mrt_region mrt_region_branches_branch_1;
static struct mrt_kernel mrt_kernel_branches_branch_1;
# 1 "branches.c"
/* A statement that can't have another before it gets braces. */
static double v[32];

double branch(int way)
{
  double sum = 0;
# 0 "branches.mapper.c" 3
{
  MRT_QUIET
  const double mrt_f[] = {
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
    0.0, /* branches */
    32.0, /* work_items */
    1.0, /* launches */
    0.0, /* steps */
    2.0, /* depth */
    0.0, /* shuttled */
    (double) (sizeof(v)), /* transfer */
  };
  const void *const mrt_p[] = {(const void *)(v), 0};
  struct mrt_run mrt_run;
  int mrt_done = 0;
  mrt_enter(&mrt_run, &mrt_region_branches_branch_1, mrt_f, mrt_p);
  if (mrt_run.device && mrt_begin(&mrt_run)) {
    const __typeof__((int)0 + (32)) mrt_first0 = 0, mrt_bound0 = 32;
    const mrt_u64 mrt_counts[1] = {MRT_COUNT(int, 2147483647ULL, mrt_first0, mrt_bound0, 1, 0)};
    struct mrt_arg mrt_args[] = {
      {MRT_ARG_BUFFER, MRT_WRITE | MRT_STATIC | ((mrt_size)(32L * 8L) >= (mrt_size)(sizeof(v)) ? MRT_OVERWRITES : 0), (void *)(v), (mrt_size)(sizeof(v)), 0, "v", "d"},
    };
    mrt_done = mrt_launch(&mrt_run, &mrt_kernel_branches_branch_1, mrt_counts, mrt_args, 1);
  }
  MRT_QUIET_END
  if (!mrt_done) {
    MRT_HOST(v, MRT_WRITE);
# 7 "branches.c"
#pragma omp parallel for
  for (int i = 0; i < 32; i++)
    v[i] = i;
# 0 "branches.mapper.c" 3
  }
  mrt_leave(&mrt_run);
}
# 10 "branches.c"
  if (way > 0)
# 0 "branches.mapper.c" 3
{
  MRT_HOST(v, MRT_READ);
# 11 "branches.c"
    for (int i = 0; i < way; i++)
      sum += v[i];
# 0 "branches.mapper.c" 3
}
# 13 "branches.c"
  else if (way < 0)
# 0 "branches.mapper.c" 3
  MRT_HOST_PART(v[0], MRT_READ),
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

