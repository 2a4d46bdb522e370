# 0 "saxpy.mapper.c" 3
#define MRT_TRACK_ALLOCATIONS
#include "mapper_rt.h"
static struct mrt_region mrt_region_saxpy_main_1;
static struct mrt_kernel mrt_kernel_saxpy_main_1;
# 1 "saxpy.c"
/* One loop; host accesses before and after it are announced. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
  int n = 1000;
  float *x = malloc(n * sizeof *x), *y = calloc(n, sizeof *y);

# 0 "saxpy.mapper.c" 3
  MRT_HOST(x, MRT_WRITE);
# 10 "saxpy.c"
  for (int i = 0; i < n; i++)
    x[i] = (float)i;
# 0 "saxpy.mapper.c" 3
{
  MRT_QUIET
  const double mrt_f[] = {
    mrt_positive((double) n) * 2.0, /* int_ops */
    mrt_positive((double) n) * 2.0, /* float_ops */
    0.0, /* double_ops */
    0.0, /* special_ops */
    mrt_positive((double) n) * 3.0, /* mem */
    mrt_positive((double) n) * 3.0, /* coalesced */
    0.0, /* localmem */
    0.0, /* int_atomics */
    0.0, /* float_atomics */
    0.0, /* local_int_atomics */
    0.0, /* local_float_atomics */
    0.0, /* updates */
    0.0, /* branches */
    mrt_positive((double) n), /* work_items */
    1.0, /* launches */
    0.0, /* steps */
    7.0, /* depth */
    0.0, /* shuttled */
    2.0 * (double) (((long) n <= 0L ? 0L : (long) n) * sizeof(*y)) + (double) (((long) n <= 0L ? 0L : (long) n) * sizeof(*x)), /* transfer */
  };
  const void *const mrt_p[] = {(const void *)(y), (const void *)(x), 0};
  struct mrt_run mrt_run;
  int mrt_done = 0;
  mrt_enter(&mrt_run, &mrt_region_saxpy_main_1, mrt_f, mrt_p);
  if (mrt_run.device && mrt_begin(&mrt_run)) {
    const __typeof__((int)0 + (n)) mrt_first0 = 0, mrt_bound0 = n;
    const mrt_u64 mrt_counts[1] = {MRT_COUNT(int, 2147483647ULL, mrt_first0, mrt_bound0, 1, 0)};
    struct mrt_arg mrt_args[] = {
      {MRT_ARG_BUFFER, MRT_READ | MRT_WRITE, (void *)(y), (mrt_size)(((long) n <= 0L ? 0L : (long) n) * sizeof(*y)), 0, "y", "f"},
      {MRT_ARG_BUFFER, MRT_READ, (void *)(x), (mrt_size)(((long) n <= 0L ? 0L : (long) n) * sizeof(*x)), 0, "x"},
    };
    mrt_done = mrt_launch(&mrt_run, &mrt_kernel_saxpy_main_1, mrt_counts, mrt_args, 2);
  }
  MRT_QUIET_END
  if (!mrt_done) {
    MRT_HOST(y, MRT_READ | MRT_WRITE);
# 12 "saxpy.c"
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] += 2.0f * x[i];
# 0 "saxpy.mapper.c" 3
  }
  mrt_leave(&mrt_run);
}
  MRT_HOST_PART(y[n - 1], MRT_READ);
# 15 "saxpy.c"
  printf("%g\n", y[n - 1]);
  free(x);
  free(y);
  return 0;
}
# 0 "saxpy.mapper.c" 3

