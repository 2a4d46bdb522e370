# 0 "kept_in_region.mapper.c" 3
#define MRT_TRACK_ALLOCATIONS
#include "mapper_rt.h"
static struct mrt_region mrt_region_kept_in_region_show_1;
static struct mrt_kernel mrt_kernel_kept_in_region_show_1;
# 1 "kept_in_region.c"
/* A loop without a kernel runs as an OpenMP loop of its own between launches. */
#include <stdio.h>

static double v[100];

void show(int n)
{
# 0 "kept_in_region.mapper.c" 3
{
  MRT_QUIET
  const double mrt_f[] = {
    mrt_positive((double) n), /* int_ops */
    0.0, /* float_ops */
    mrt_positive((double) n), /* double_ops */
    0.0, /* special_ops */
    mrt_positive((double) n), /* mem */
    mrt_positive((double) n), /* coalesced */
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
    4.0, /* depth */
    0.0, /* shuttled */
    (double) (sizeof(v)), /* transfer */
  };
  const void *const mrt_p[] = {(const void *)(v), 0};
  struct mrt_run mrt_run;
  int mrt_done = 0;
  mrt_enter(&mrt_run, &mrt_region_kept_in_region_show_1, mrt_f, mrt_p);
  if (mrt_run.device && mrt_begin(&mrt_run)) {
    mrt_run.threads = 4;
    {
      double scale = 0.5;
      {
        const __typeof__((int)0 + (n)) mrt_first0 = 0, mrt_bound0 = n;
        const mrt_u64 mrt_counts[1] = {MRT_COUNT(int, 2147483647ULL, mrt_first0, mrt_bound0, 1, 0)};
        double mrt_value0 = scale;
        struct mrt_arg mrt_args[] = {
          {MRT_ARG_BUFFER, MRT_WRITE | MRT_STATIC | ((mrt_size)(((long) n <= -1L ? 0L : (long) n) * 8L) >= (mrt_size)(sizeof(v)) ? MRT_OVERWRITES : 0), (void *)(v), (mrt_size)(sizeof(v)), 0, "v", "d"},
          {MRT_ARG_VALUE, 0, &mrt_value0, sizeof mrt_value0, 0, "scale"},
        };
        if (!mrt_launch(&mrt_run, &mrt_kernel_kept_in_region_show_1, mrt_counts, mrt_args, 2)) {
          MRT_HOST(v, MRT_WRITE);
          #pragma omp parallel for num_threads(mrt_threads(&mrt_run)) firstprivate(scale)
          for (int i = 0; i < n; i++)
            v[i] = i * scale;
          MRT_CHECK(&mrt_run);
        }
      }
      {
        MRT_HOST(v, MRT_READ);
        #pragma omp parallel for schedule(static, 1) num_threads(mrt_threads(&mrt_run)) firstprivate(scale)
        for (int i = 0; i < n; i++)
          printf("%d %g\n", i, v[i] * scale);
      }
    }
    mrt_done = 1;
  }
  MRT_QUIET_END
  if (!mrt_done) {
    MRT_HOST(v, MRT_READ | MRT_WRITE);
# 8 "kept_in_region.c"
#pragma omp parallel num_threads(4)
  {
    double scale = 0.5;
#pragma omp for
    for (int i = 0; i < n; i++)
      v[i] = i * scale;
#pragma omp for schedule(static, 1)
    for (int i = 0; i < n; i++)
      printf("%d %g\n", i, v[i] * scale);
  }
# 0 "kept_in_region.mapper.c" 3
  }
  mrt_leave(&mrt_run);
}
# 18 "kept_in_region.c"
}

int main(void)
{
  show(100);
  return 0;
}
# 0 "kept_in_region.mapper.c" 3

