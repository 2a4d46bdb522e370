# 0 "host_code_in_region.mapper.c" 3
#define MRT_TRACK_ALLOCATIONS
#include "mapper_rt.h"
static struct mrt_region mrt_region_host_code_in_region_main_1;
static struct mrt_kernel mrt_kernel_host_code_in_region_main_1;
# 1 "host_code_in_region.c"
/* On the device path, the host's own statements of a region announce what they touch between the launches. */
#include <stdio.h>

#define N 50

static double u[N], v[N], trace[10];

int main(void)
{
  int steps = 0, limit = 5;
# 0 "host_code_in_region.mapper.c" 3
{
  MRT_QUIET
  const double mrt_f[] = {
    4800.0, /* int_ops */
    0.0, /* float_ops */
    800.0, /* double_ops */
    0.0, /* special_ops */
    4000.0, /* mem */
    3200.0, /* coalesced */
    0.0, /* localmem */
    0.0, /* int_atomics */
    0.0, /* float_atomics */
    0.0, /* local_int_atomics */
    0.0, /* local_float_atomics */
    0.0, /* updates */
    0.0, /* branches */
    800.0, /* work_items */
    16.0, /* launches */
    0.0, /* steps */
    208.0, /* depth */
    0.0, /* shuttled */
    2.0 * (double) (sizeof(v)) + 2.0 * (double) (sizeof(u)), /* transfer */
  };
  const void *const mrt_p[] = {(const void *)(v), (const void *)(u), 0};
  struct mrt_run mrt_run;
  int mrt_done = 0;
  mrt_enter(&mrt_run, &mrt_region_host_code_in_region_main_1, mrt_f, mrt_p);
  if (mrt_run.device && mrt_begin(&mrt_run)) {
    typedef __typeof__(limit) mrt_copied0;
    mrt_copied0 mrt_copy0 = limit;
    {
      mrt_copied0 limit = mrt_copy0;
      {
        double start[2] = {0.5, 1.5};
        while (MRT_HOST(u, MRT_READ), u[0] < limit)
        {
          {
            const __typeof__((int)0 + (50)) mrt_first0 = 0, mrt_bound0 = 50;
            const mrt_u64 mrt_counts[1] = {MRT_COUNT(int, 2147483647ULL, mrt_first0, mrt_bound0, 1, 0)};
            struct mrt_arg mrt_args[] = {
              {MRT_ARG_BUFFER, MRT_READ | MRT_WRITE | MRT_STATIC | ((mrt_size)(50L * 8L) >= (mrt_size)(sizeof(v)) ? MRT_OVERWRITES : 0), (void *)(v), (mrt_size)(sizeof(v)), 0, "v", "d"},
              {MRT_ARG_BUFFER, MRT_READ | MRT_WRITE | MRT_STATIC, (void *)(u), (mrt_size)(sizeof(u)), 0, "u", "d"},
              {MRT_ARG_BUFFER, MRT_READ | MRT_STACK | MRT_EAGER, (void *)(start), (mrt_size)(sizeof(start)), 0, "start"},
            };
            if (!mrt_launch(&mrt_run, &mrt_kernel_host_code_in_region_main_1, mrt_counts, mrt_args, 3)) {
              MRT_HOST(u, MRT_READ);
              MRT_HOST(v, MRT_WRITE);
              MRT_HOST(u, MRT_WRITE);
              MRT_HOST(v, MRT_READ);
              #pragma omp parallel for firstprivate(start)
              for (int i = 0; i < 50; i++)
                v[i] = u[i] + start[i % 2];
              #pragma omp parallel for
              for (int i = 0; i < 50; i++)
                u[i] = v[i];
              MRT_CHECK(&mrt_run);
            }
          }
          ;
          {
            MRT_HOST_PART(u[50 - 1], MRT_READ);
            trace[steps] = u[50 - 1];
            steps++;
          }
        }
        {
          printf("%d\n", steps);
        }
      }
    }
    mrt_done = 1;
  }
  MRT_QUIET_END
  if (!mrt_done) {
    MRT_HOST(u, MRT_READ | MRT_WRITE);
    MRT_HOST(v, MRT_READ | MRT_WRITE);
# 11 "host_code_in_region.c"
#pragma omp parallel firstprivate(limit)
  {
    double start[2] = {0.5, 1.5};
    while (u[0] < limit) {
#pragma omp for
      for (int i = 0; i < N; i++)
        v[i] = u[i] + start[i % 2];
#pragma omp for
      for (int i = 0; i < N; i++)
        u[i] = v[i];
#pragma omp single
      {
        trace[steps] = u[N - 1];
        steps++;
      }
    }
#pragma omp master
    printf("%d\n", steps);
  }
# 0 "host_code_in_region.mapper.c" 3
  }
  mrt_leave(&mrt_run);
}
# 30 "host_code_in_region.c"
  printf("%g\n", trace[0]);
  return 0;
}
# 0 "host_code_in_region.mapper.c" 3

