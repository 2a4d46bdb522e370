# 0 "middle_of_line.mapper.c" 3
#define MRT_TRACK_ALLOCATIONS
#include "mapper_rt.h"
static struct mrt_region mrt_region_middle_of_line_both_1;
static struct mrt_region mrt_region_middle_of_line_both_2;
static struct mrt_kernel mrt_kernel_middle_of_line_both_1;
static struct mrt_kernel mrt_kernel_middle_of_line_both_2;
# 1 "middle_of_line.c"
/* What follows a construct on its line keeps its line and column. */
static int a[8], b[8];

void both(void)
{
  int i;
# 0 "middle_of_line.mapper.c" 3
{
  MRT_QUIET
  const double mrt_f[] = {
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
    0.0, /* branches */
    8.0, /* work_items */
    1.0, /* launches */
    0.0, /* steps */
    2.0, /* depth */
    0.0, /* shuttled */
    (double) (sizeof(a)), /* transfer */
  };
  const void *const mrt_p[] = {(const void *)(a), 0};
  struct mrt_run mrt_run;
  int mrt_done = 0;
  mrt_enter(&mrt_run, &mrt_region_middle_of_line_both_1, mrt_f, mrt_p);
  if (mrt_run.device && mrt_begin(&mrt_run)) {
    const __typeof__((int)0 + (8)) mrt_first0 = 0, mrt_bound0 = 8;
    const mrt_u64 mrt_counts[1] = {MRT_COUNT(int, 2147483647ULL, mrt_first0, mrt_bound0, 1, 0)};
    struct mrt_arg mrt_args[] = {
      {MRT_ARG_BUFFER, MRT_WRITE | MRT_STATIC | ((mrt_size)(8L * 4L) >= (mrt_size)(sizeof(a)) ? MRT_OVERWRITES : 0), (void *)(a), (mrt_size)(sizeof(a)), 0, "a", "i"},
    };
    mrt_done = mrt_launch(&mrt_run, &mrt_kernel_middle_of_line_both_1, mrt_counts, mrt_args, 1);
  }
  MRT_QUIET_END
  if (!mrt_done) {
    MRT_HOST(a, MRT_WRITE);
# 7 "middle_of_line.c"
#pragma omp parallel for
  for (i = 0; i < 8; i++) a[i] = i;
# 0 "middle_of_line.mapper.c" 3
  }
  mrt_leave(&mrt_run);
}
# 8 "middle_of_line.c"
                                    /* between */ 
# 0 "middle_of_line.mapper.c" 3
  MRT_HOST_PART(b[0], MRT_WRITE);
# 8 "middle_of_line.c"
                                                  b[0] = 1;
# 0 "middle_of_line.mapper.c" 3
  MRT_HOST(b, MRT_READ);
# 9 "middle_of_line.c"
  if (b[0])
# 0 "middle_of_line.mapper.c" 3
{
  MRT_QUIET
  const double mrt_f[] = {
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
    0.0, /* branches */
    8.0, /* work_items */
    1.0, /* launches */
    0.0, /* steps */
    4.0, /* depth */
    0.0, /* shuttled */
    (double) (sizeof(b)) + (double) (sizeof(a)), /* transfer */
  };
  const void *const mrt_p[] = {(const void *)(b), (const void *)(a), 0};
  struct mrt_run mrt_run;
  int mrt_done = 0;
  mrt_enter(&mrt_run, &mrt_region_middle_of_line_both_2, mrt_f, mrt_p);
  if (mrt_run.device && mrt_begin(&mrt_run)) {
    const __typeof__((int)0 + (8)) mrt_first0 = 0, mrt_bound0 = 8;
    const mrt_u64 mrt_counts[1] = {MRT_COUNT(int, 2147483647ULL, mrt_first0, mrt_bound0, 1, 0)};
    struct mrt_arg mrt_args[] = {
      {MRT_ARG_BUFFER, MRT_WRITE | MRT_STATIC | ((mrt_size)(8L * 4L) >= (mrt_size)(sizeof(b)) ? MRT_OVERWRITES : 0), (void *)(b), (mrt_size)(sizeof(b)), 0, "b", "i"},
      {MRT_ARG_BUFFER, MRT_READ | MRT_STATIC, (void *)(a), (mrt_size)(sizeof(a)), 0, "a"},
    };
    mrt_done = mrt_launch(&mrt_run, &mrt_kernel_middle_of_line_both_2, mrt_counts, mrt_args, 2);
  }
  MRT_QUIET_END
  if (!mrt_done) {
    MRT_HOST(a, MRT_READ);
    MRT_HOST(b, MRT_WRITE);
# 10 "middle_of_line.c"
#pragma omp parallel for
    for (i = 0; i < 8; i++) b[i] = a[i];
# 0 "middle_of_line.mapper.c" 3
  }
  mrt_leave(&mrt_run);
}
# 12 "middle_of_line.c"
  else 
# 0 "middle_of_line.mapper.c" 3
  MRT_HOST_PART(a[1], MRT_READ),
  MRT_HOST_PART(b[1], MRT_WRITE),
# 12 "middle_of_line.c"
       b[1] = a[1];
}

int main(void)
{
  both();
  return 0;
}
# 0 "middle_of_line.mapper.c" 3

