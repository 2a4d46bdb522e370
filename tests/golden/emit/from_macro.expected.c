# 0 "from_macro.mapper.c" 3
#define MRT_TRACK_ALLOCATIONS
#include "mapper_rt.h"
static struct mrt_region mrt_region_from_macro_fill_2;
static struct mrt_kernel mrt_kernel_from_macro_fill_2;
# 1 "from_macro.c"
/* A construct that a macro makes behind other code can't be replaced in the text: it is kept, the other one is not. */
#define FILL(array, value) \
  array[0] = 0; \
  _Pragma("omp parallel for") for (int i = 0; i < 16; i++) array[i] = value;

static int a[16], b[16];

void fill(void)
{
  FILL(a, 1)
# 0 "from_macro.mapper.c" 3
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
    16.0, /* work_items */
    1.0, /* launches */
    0.0, /* steps */
    2.0, /* depth */
    0.0, /* shuttled */
    (double) (sizeof(b)), /* transfer */
  };
  const void *const mrt_p[] = {(const void *)(b), 0};
  struct mrt_run mrt_run;
  int mrt_done = 0;
  mrt_enter(&mrt_run, &mrt_region_from_macro_fill_2, mrt_f, mrt_p);
  if (mrt_run.device && mrt_begin(&mrt_run)) {
    const __typeof__((int)0 + (16)) mrt_first0 = 0, mrt_bound0 = 16;
    const mrt_u64 mrt_counts[1] = {MRT_COUNT(int, 2147483647ULL, mrt_first0, mrt_bound0, 1, 0)};
    struct mrt_arg mrt_args[] = {
      {MRT_ARG_BUFFER, MRT_WRITE | MRT_STATIC | MRT_EAGER | ((mrt_size)(16L * 4L) >= (mrt_size)(sizeof(b)) ? MRT_OVERWRITES : 0), (void *)(b), (mrt_size)(sizeof(b)), 0, "b", "i"},
    };
    mrt_done = mrt_launch(&mrt_run, &mrt_kernel_from_macro_fill_2, mrt_counts, mrt_args, 1);
  }
  MRT_QUIET_END
  if (!mrt_done) {
# 11 "from_macro.c"
#pragma omp parallel for
  for (int i = 0; i < 16; i++)
    b[i] = 2;
# 0 "from_macro.mapper.c" 3
  }
  mrt_leave(&mrt_run);
}
# 14 "from_macro.c"
}
# 0 "from_macro.mapper.c" 3

