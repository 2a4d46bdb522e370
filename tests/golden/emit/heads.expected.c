# 0 "heads.mapper.c" 3
#define MRT_TRACK_ALLOCATIONS
#include "mapper_rt.h"
static struct mrt_region mrt_region_heads_settle_1;
static struct mrt_kernel mrt_kernel_heads_settle_1;
# 1 "heads.c"
/* Accesses in the head of a loop around a region are announced each time they are made. */
static int state[16];

int settle(void)
{
  int steps = 0;
  while (
# 0 "heads.mapper.c" 3
  MRT_HOST(state, MRT_READ),
# 7 "heads.c"
         state[0] < 10) {
# 0 "heads.mapper.c" 3
{
  MRT_QUIET
  const double mrt_f[] = {
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
    0.0, /* branches */
    16.0, /* work_items */
    1.0, /* launches */
    0.0, /* steps */
    5.0, /* depth */
    0.0, /* shuttled */
    2.0 * (double) (sizeof(state)), /* transfer */
  };
  const void *const mrt_p[] = {(const void *)(state), 0};
  struct mrt_run mrt_run;
  int mrt_done = 0;
  mrt_enter(&mrt_run, &mrt_region_heads_settle_1, mrt_f, mrt_p);
  if (mrt_run.device && mrt_begin(&mrt_run)) {
    const __typeof__((int)0 + (16)) mrt_first0 = 0, mrt_bound0 = 16;
    const mrt_u64 mrt_counts[1] = {MRT_COUNT(int, 2147483647ULL, mrt_first0, mrt_bound0, 1, 0)};
    struct mrt_arg mrt_args[] = {
      {MRT_ARG_BUFFER, MRT_READ | MRT_WRITE | MRT_STATIC, (void *)(state), (mrt_size)(sizeof(state)), 0, "state", "i"},
    };
    mrt_done = mrt_launch(&mrt_run, &mrt_kernel_heads_settle_1, mrt_counts, mrt_args, 1);
  }
  MRT_QUIET_END
  if (!mrt_done) {
    MRT_HOST(state, MRT_READ | MRT_WRITE);
# 8 "heads.c"
#pragma omp parallel for
    for (int i = 0; i < 16; i++)
      state[i] += i + 1;
# 0 "heads.mapper.c" 3
  }
  mrt_leave(&mrt_run);
}
# 11 "heads.c"
    steps++;
  }
# 0 "heads.mapper.c" 3
  MRT_HOST(state, MRT_READ);
# 13 "heads.c"
  return state[15] + steps;
}

int main(void)
{
  return settle() != 0;
}
# 0 "heads.mapper.c" 3

