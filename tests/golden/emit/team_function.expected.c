# 0 "team_function.mapper.c" 3
#define __MRT_TRACK_ALLOCATIONS
#include "__mapper_rt.h"
static struct __mrt_region __mrt_region_team_function_run_region_1;
static struct __mrt_kernel __mrt_kernel_team_function_norm_1;
static struct __mrt_kernel __mrt_kernel_team_function_scale_1;
# 1 "team_function.c"
/* A region calls functions that hold work-sharing; one of them calls the other. */
static double sum;

static void scale(double x[], int n)
{
  int i;

#pragma omp for
  for (i = 0; i < n; i++)
    x[i] *= 2;
}

double norm(double *x, int n)
{
  scale(x, n);
#pragma omp single
  sum = x[0];
#pragma omp for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += x[i];
  return sum;
}

double run(double *x, int n, int steps)
{
  double found = 0;

# 0 "team_function.mapper.c" 3
{
  __MRT_QUIET
  const double __mrt_common0 = __mrt_positive((double) steps);
  const double __mrt_common1 = __mrt_positive((double) n);
  const double __mrt_common2 = __mrt_common0 * __mrt_common1;
  const double __mrt_common3 = __mrt_common2 + __mrt_common2;
  const double __mrt_common4 = __mrt_common2 + __mrt_common0 * (__mrt_common1 * 2.0);
  const double __mrt_common5 = 2.0 * (double) (((long) n <= 0L ? 0L : (long) n) * sizeof(*x));
  const double __mrt_f[] = {
    __mrt_common3, /* int_ops */
    0.0, /* float_ops */
    __mrt_common3, /* double_ops */
    0.0, /* special_ops */
    __mrt_common4, /* mem */
    __mrt_common4, /* coalesced */
    0.0, /* localmem */
    0.0, /* int_atomics */
    0.0, /* float_atomics */
    0.0, /* local_int_atomics */
    0.0, /* local_float_atomics */
    0.0, /* updates */
    0.0, /* contended */
    0.0, /* branches */
    __mrt_common3, /* work_items */
    __mrt_common0 * 2.0 + __mrt_common0, /* launches */
    0.0, /* steps */
    0.0, /* pieces */
    __mrt_common0 * 4.0 + __mrt_common0 * 5.0, /* depth */
    __mrt_common3, /* cpu_int_ops */
    0.0, /* cpu_float_ops */
    __mrt_common3, /* cpu_double_ops */
    0.0, /* cpu_special_ops */
    __mrt_common0 * (__mrt_common1 * 4.0), /* cpu_chain */
    __mrt_common4, /* cpu_mem */
    __mrt_common4, /* cpu_near */
    0.0, /* cpu_branches */
    __mrt_common0 + __mrt_common0, /* cpu_loops */
    __mrt_common0 * (double) (((long) n <= 0L ? 0L : (long) n) * sizeof(*x)) + __mrt_common0 * __mrt_common5, /* shuttled */
    __mrt_common5, /* transfer */
  };
  const void *const __mrt_p[] = {(const void *)(x), 0};
  struct __mrt_run __mrt_run;
  int __mrt_done = 0;
  __mrt_enter(&__mrt_run, &__mrt_region_team_function_run_region_1, __mrt_f, __mrt_p);
  if (__mrt_run.device && __mrt_begin(&__mrt_run)) {
    extern __typeof__(norm) __mrt_team_norm;
    typedef __typeof__(found) __mrt_copied0;
    __mrt_copied0 __mrt_copy0 = found;
    {
      __mrt_copied0 found = __mrt_copy0;
      for (int step = 0; step < steps; step++)
      {
        found = __mrt_team_norm(x, n);
      }
    }
    __mrt_done = 1;
  }
  __MRT_QUIET_END
  if (!__mrt_done) {
# 28 "team_function.c"
#pragma omp parallel firstprivate(found)
  for (int step = 0; step < steps; step++)
    found = norm(x, n);
# 0 "team_function.mapper.c" 3
  }
  __mrt_leave(&__mrt_run);
}
# 31 "team_function.c"
  return sum;
}
# 0 "team_function.mapper.c" 3
/* ---- functions that regions call, for the device path ---- */

__MRT_QUIET

extern __typeof__(norm) __mrt_team_norm;
__MRT_DEVICE_VERSION double __mrt_team_norm(double *x, int n)
{
  struct __mrt_run *const __mrt_run = __mrt_running();
  extern __typeof__(scale) __mrt_team_team_function_scale_5bd9ec64;
  {
    __mrt_team_team_function_scale_5bd9ec64(x, n);
    {
      sum = x[0];
    }
    {
      const __typeof__((int)0 + (n)) __mrt_first0 = 0, __mrt_bound0 = n;
      const __mrt_u64 __mrt_counts[1] = {__MRT_COUNT(int, 2147483647ULL, __mrt_first0, __mrt_bound0, 1, 0)};
      double __mrt_result0 = 0;
      struct __mrt_arg __mrt_args[] = {
        {__MRT_ARG_BUFFER, __MRT_READ | __MRT_EAGER | __MRT_SHIFTED, (void *)(x), (__mrt_size)(((long) n <= 0L ? 0L : (long) n) * sizeof(*x)), 0, "x"},
        {__MRT_ARG_REDUCTION, __MRT_SUM | __MRT_DOUBLE, &__mrt_result0, sizeof __mrt_result0, 0, "sum"},
      };
      if (!__mrt_launch(__mrt_run, &__mrt_kernel_team_function_norm_1, __mrt_counts, __mrt_args, 2)) {
        __MRT_NOTE(__mrt_run, 0, double, sum);
        #pragma omp parallel for reduction(+: sum) firstprivate(n, x)
        for (int i = 0; i < n; i++)
          sum += x[i];
        __MRT_NOTE(__mrt_run, 0, double, sum);
        __MRT_CHECK(__mrt_run);
      } else if (__mrt_counts[0]) {
        sum = sum + __mrt_result0;
      }
    }
    return sum;
  }
}

extern __typeof__(scale) __mrt_team_team_function_scale_5bd9ec64;
__MRT_DEVICE_VERSION void __mrt_team_team_function_scale_5bd9ec64(double x[], int n)
{
  struct __mrt_run *const __mrt_run = __mrt_running();
  {
    int i;
    {
      const __typeof__((int)0 + (n)) __mrt_first0 = 0, __mrt_bound0 = n;
      const __mrt_u64 __mrt_counts[1] = {__MRT_COUNT(int, 2147483647ULL, __mrt_first0, __mrt_bound0, 1, 0)};
      struct __mrt_arg __mrt_args[] = {
        {__MRT_ARG_BUFFER, __MRT_READ | __MRT_WRITE | __MRT_EAGER | __MRT_ESCAPED | __MRT_SHIFTED, (void *)(x), (__mrt_size)(((long) n <= 0L ? 0L : (long) n) * sizeof(*x)), 0, "x", "d"},
      };
      if (!__mrt_launch(__mrt_run, &__mrt_kernel_team_function_scale_1, __mrt_counts, __mrt_args, 1)) {
        #pragma omp parallel for firstprivate(n, x)
        for (i = 0; i < n; i++)
          x[i] *= 2;
        __MRT_CHECK(__mrt_run);
      }
    }
  }
}

__MRT_QUIET_END


