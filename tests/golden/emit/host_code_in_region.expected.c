# 0 "host_code_in_region.mapper.c" 3
#define __MRT_TRACK_ALLOCATIONS
#include "__mapper_rt.h"
static struct __mrt_region __mrt_region_host_code_in_region_main_1;
static struct __mrt_kernel __mrt_kernel_host_code_in_region_main_1;
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
  __MRT_QUIET
  const double __mrt_f[] = {
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
    0.0, /* contended */
    0.0, /* branches */
    800.0, /* work_items */
    16.0, /* launches */
    0.0, /* steps */
    0.0, /* pieces */
    208.0, /* depth */
    4800.0, /* cpu_int_ops */
    0.0, /* cpu_float_ops */
    800.0, /* cpu_double_ops */
    0.0, /* cpu_special_ops */
    0.0, /* cpu_chain */
    4000.0, /* cpu_mem */
    3200.0, /* cpu_near */
    0.0, /* cpu_branches */
    32.0, /* cpu_loops */
    0.0, /* shuttled */
    2.0 * (double) (sizeof(v)) + 2.0 * (double) (sizeof(u)), /* transfer */
  };
  const void *const __mrt_p[] = {(const void *)(v), (const void *)(u), 0};
  struct __mrt_run __mrt_run;
  int __mrt_done = 0;
  __mrt_enter(&__mrt_run, &__mrt_region_host_code_in_region_main_1, __mrt_f, __mrt_p);
  if (__mrt_run.device && __mrt_begin(&__mrt_run)) {
    typedef __typeof__(limit) __mrt_copied0;
    __mrt_copied0 __mrt_copy0 = limit;
    {
      __mrt_copied0 limit = __mrt_copy0;
      {
        double start[2] = {0.5, 1.5};
        while (__MRT_HOST(u, __MRT_READ), u[0] < limit)
        {
          {
            const __typeof__((int)0 + (50)) __mrt_first0 = 0, __mrt_bound0 = 50;
            const __mrt_u64 __mrt_counts[1] = {__MRT_COUNT(int, 2147483647ULL, __mrt_first0, __mrt_bound0, 1, 0)};
            struct __mrt_arg __mrt_args[] = {
              {__MRT_ARG_BUFFER, __MRT_READ | __MRT_WRITE | __MRT_STATIC | ((__mrt_size)(50L * 8L) >= (__mrt_size)(sizeof(v)) ? __MRT_OVERWRITES : 0), (void *)(v), (__mrt_size)(sizeof(v)), 0, "v", "d"},
              {__MRT_ARG_BUFFER, __MRT_READ | __MRT_WRITE | __MRT_STATIC, (void *)(u), (__mrt_size)(sizeof(u)), 0, "u", "d"},
              {__MRT_ARG_BUFFER, __MRT_READ | __MRT_STACK | __MRT_EAGER, (void *)(start), (__mrt_size)(sizeof(start)), 0, "start"},
            };
            if (!__mrt_launch(&__mrt_run, &__mrt_kernel_host_code_in_region_main_1, __mrt_counts, __mrt_args, 3)) {
              __MRT_HOST(u, __MRT_READ);
              __MRT_HOST(v, __MRT_WRITE);
              __MRT_HOST(u, __MRT_WRITE);
              __MRT_HOST(v, __MRT_READ);
              #pragma omp parallel for firstprivate(start)
              for (int i = 0; i < 50; i++)
                v[i] = u[i] + start[i % 2];
              #pragma omp parallel for
              for (int i = 0; i < 50; i++)
                u[i] = v[i];
              __MRT_CHECK(&__mrt_run);
            }
          }
          ;
          {
            __MRT_HOST_PART(u[50 - 1], __MRT_READ);
            trace[steps] = u[50 - 1];
            steps++;
          }
        }
        {
          printf("%d\n", steps);
        }
      }
    }
    __mrt_done = 1;
  }
  __MRT_QUIET_END
  if (!__mrt_done) {
    __MRT_HOST(u, __MRT_READ | __MRT_WRITE);
    __MRT_HOST(v, __MRT_READ | __MRT_WRITE);
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
  __mrt_leave(&__mrt_run);
}
# 30 "host_code_in_region.c"
  printf("%g\n", trace[0]);
  return 0;
}
# 0 "host_code_in_region.mapper.c" 3

