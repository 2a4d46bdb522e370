# 0 "kept_in_region.mapper.c" 3
#define __MRT_TRACK_ALLOCATIONS
#include "__mapper_rt.h"
static struct __mrt_region __mrt_region_kept_in_region_show_1;
static struct __mrt_kernel __mrt_kernel_kept_in_region_show_1;
# 1 "kept_in_region.c"
/* A loop without a kernel runs as an OpenMP loop of its own between launches. */
#include <stdio.h>

static double v[100];

void show(int n)
{
# 0 "kept_in_region.mapper.c" 3
{
  __MRT_QUIET
  const double __mrt_common0 = __mrt_positive((double) n);
  const double __mrt_f[] = {
    __mrt_common0, /* int_ops */
    0.0, /* float_ops */
    __mrt_common0, /* double_ops */
    0.0, /* special_ops */
    __mrt_common0, /* mem */
    __mrt_common0, /* coalesced */
    0.0, /* localmem */
    0.0, /* int_atomics */
    0.0, /* float_atomics */
    0.0, /* local_int_atomics */
    0.0, /* local_float_atomics */
    0.0, /* updates */
    0.0, /* contended */
    0.0, /* branches */
    __mrt_common0, /* work_items */
    1.0, /* launches */
    0.0, /* steps */
    0.0, /* pieces */
    4.0, /* depth */
    __mrt_common0, /* cpu_int_ops */
    0.0, /* cpu_float_ops */
    __mrt_common0, /* cpu_double_ops */
    0.0, /* cpu_special_ops */
    0.0, /* cpu_chain */
    __mrt_common0, /* cpu_mem */
    __mrt_common0, /* cpu_near */
    0.0, /* cpu_branches */
    1.0, /* cpu_loops */
    (double) (sizeof(v)), /* shuttled */
    (double) (sizeof(v)), /* transfer */
  };
  const void *const __mrt_p[] = {(const void *)(v), 0};
  struct __mrt_run __mrt_run;
  int __mrt_done = 0;
  __mrt_enter(&__mrt_run, &__mrt_region_kept_in_region_show_1, __mrt_f, __mrt_p);
  if (__mrt_run.device && __mrt_begin(&__mrt_run)) {
    __mrt_run.threads = 4;
    {
      double scale = 0.5;
      {
        const __typeof__((int)0 + (n)) __mrt_first0 = 0, __mrt_bound0 = n;
        const __mrt_u64 __mrt_counts[1] = {__MRT_COUNT(int, 2147483647ULL, __mrt_first0, __mrt_bound0, 1, 0)};
        double __mrt_value0 = scale;
        struct __mrt_arg __mrt_args[] = {
          {__MRT_ARG_BUFFER, __MRT_WRITE | __MRT_STATIC | ((__mrt_size)(((long) n <= -1L ? 0L : (long) n) * 8L) >= (__mrt_size)(sizeof(v)) ? __MRT_OVERWRITES : 0), (void *)(v), (__mrt_size)(sizeof(v)), 0, "v", "d"},
          {__MRT_ARG_VALUE, 0, &__mrt_value0, sizeof __mrt_value0, 0, "scale"},
        };
        if (!__mrt_launch(&__mrt_run, &__mrt_kernel_kept_in_region_show_1, __mrt_counts, __mrt_args, 2)) {
          __MRT_HOST(v, __MRT_WRITE);
          #pragma omp parallel for num_threads(__mrt_threads(&__mrt_run)) firstprivate(scale)
          for (int i = 0; i < n; i++)
            v[i] = i * scale;
          __MRT_CHECK(&__mrt_run);
        }
      }
      {
        __MRT_HOST(v, __MRT_READ);
        #pragma omp parallel for schedule(static, 1) num_threads(__mrt_threads(&__mrt_run)) firstprivate(scale)
        for (int i = 0; i < n; i++)
          printf("%d %g\n", i, v[i] * scale);
      }
    }
    __mrt_done = 1;
  }
  __MRT_QUIET_END
  if (!__mrt_done) {
    __MRT_HOST(v, __MRT_READ | __MRT_WRITE);
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
  __mrt_leave(&__mrt_run);
}
# 18 "kept_in_region.c"
}

int main(void)
{
  show(100);
  return 0;
}
# 0 "kept_in_region.mapper.c" 3

