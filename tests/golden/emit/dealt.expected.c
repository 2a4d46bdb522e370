# 0 "dealt.mapper.c" 3
#define __MRT_TRACK_ALLOCATIONS
#include "__mapper_rt.h"
static struct __mrt_region __mrt_region_dealt_shifted_1;
static struct __mrt_region __mrt_region_dealt_summed_1;
static struct __mrt_kernel __mrt_kernel_dealt_shifted_1;
static struct __mrt_kernel __mrt_kernel_dealt_summed_1;
# 1 "dealt.c"
/* Loops whose iterations threads deal out by hand: where their arrays overlap, one thread runs them. A sum by number
 * goes to the thread that has the iteration in the source. */
#include <omp.h>

void shifted(double *y, const double *x, int n, int by)
{
# 0 "dealt.mapper.c" 3
{
  __MRT_QUIET
  const double __mrt_common0 = __mrt_positive((double) n);
  const double __mrt_common1 = __mrt_common0 * 3.0;
  const double __mrt_common2 = __mrt_common0 * 2.0;
  const double __mrt_common3 = (double) (((long) n <= 0L ? 0L : (long) n) * sizeof(*y)) + (double) ((((long) n >= 1L) & ((long) by + (long) n >= 1L) ? (long) by + (long) n : 0L) * sizeof(*x));
  const double __mrt_f[] = {
    __mrt_common1, /* int_ops */
    0.0, /* float_ops */
    0.0, /* double_ops */
    0.0, /* special_ops */
    __mrt_common2, /* mem */
    __mrt_common2, /* coalesced */
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
    5.0, /* depth */
    __mrt_common1, /* cpu_int_ops */
    0.0, /* cpu_float_ops */
    0.0, /* cpu_double_ops */
    0.0, /* cpu_special_ops */
    0.0, /* cpu_chain */
    __mrt_common2, /* cpu_mem */
    __mrt_common2, /* cpu_near */
    0.0, /* cpu_branches */
    1.0, /* cpu_loops */
    __mrt_common3, /* shuttled */
    __mrt_common3, /* transfer */
  };
  const void *const __mrt_p[] = {(const void *)(y), (const void *)(x), 0};
  struct __mrt_run __mrt_run;
  int __mrt_done = 0;
  __mrt_enter(&__mrt_run, &__mrt_region_dealt_shifted_1, __mrt_f, __mrt_p);
  if (__mrt_run.device && __mrt_begin(&__mrt_run)) {
    {
      int me;
      int p;
      {
        const __typeof__((int)0 + (n)) __mrt_first0 = 0, __mrt_bound0 = n;
        const __mrt_u64 __mrt_counts[1] = {__MRT_COUNT(int, 2147483647ULL, __mrt_first0, __mrt_bound0, 1, 0)};
        int __mrt_value0 = by;
        struct __mrt_arg __mrt_args[] = {
          {__MRT_ARG_BUFFER, __MRT_WRITE | __MRT_EAGER | __MRT_ESCAPED | __MRT_SHIFTED | ((__mrt_size)(((long) n <= -1L ? 0L : (long) n) * 8L) >= (__mrt_size)(((long) n <= 0L ? 0L : (long) n) * sizeof(*y)) ? __MRT_OVERWRITES : 0), (void *)(y), (__mrt_size)(((long) n <= 0L ? 0L : (long) n) * sizeof(*y)), 0, "y", "d"},
          {__MRT_ARG_BUFFER, __MRT_READ | __MRT_EAGER | __MRT_SHIFTED, (void *)(x), (__mrt_size)(((long) n <= 0L ? 0L : (long) by + (long) n) * (long) (sizeof(*x))), (long)(((long) n <= 0L ? 0L : (long) by) * (long) (sizeof(*x))), "x"},
          {__MRT_ARG_VALUE, 0, &__mrt_value0, sizeof __mrt_value0, 0, "by"},
        };
        if (!__mrt_launch(&__mrt_run, &__mrt_kernel_dealt_shifted_1, __mrt_counts, __mrt_args, 3)) {
          #pragma omp parallel for num_threads(1)
          for (int i = 0; i < n; i += 1)
            y[i] = x[i + by];
          __MRT_CHECK(&__mrt_run);
        }
      }
    }
    __mrt_done = 1;
  }
  __MRT_QUIET_END
  if (!__mrt_done) {
# 7 "dealt.c"
#pragma omp parallel
  {
    int me = omp_get_thread_num(), p = omp_get_num_threads();

    for (int i = n * me / p; i < n * (me + 1) / p; i++)
      y[i] = x[i + by];
  }
# 0 "dealt.mapper.c" 3
  }
  __mrt_leave(&__mrt_run);
}
# 14 "dealt.c"
}

void summed(double *sums, const double *x, int n)
{
# 0 "dealt.mapper.c" 3
{
  __MRT_QUIET
  const double __mrt_common0 = __mrt_positive((double) n);
  const double __mrt_common1 = __mrt_common0 * 2.0;
  const double __mrt_common2 = 2.0 * (double) __mrt_bytes(sums) + (double) (((long) n <= 0L ? 0L : (long) n) * sizeof(*x));
  const double __mrt_f[] = {
    __mrt_common0 * 3.0, /* int_ops */
    0.0, /* float_ops */
    0.0, /* double_ops */
    0.0, /* special_ops */
    __mrt_common1, /* mem */
    __mrt_common0, /* coalesced */
    0.0, /* localmem */
    0.0, /* int_atomics */
    __mrt_common0, /* float_atomics */
    0.0, /* local_int_atomics */
    0.0, /* local_float_atomics */
    __mrt_common0, /* updates */
    __mrt_common0 * __mrt_ratio(64.0, 64.0 + (double) __mrt_bytes(sums) * 0.125), /* contended */
    0.0, /* branches */
    __mrt_common0, /* work_items */
    1.0, /* launches */
    0.0, /* steps */
    0.0, /* pieces */
    5.0, /* depth */
    __mrt_common0 * 14.0, /* cpu_int_ops */
    0.0, /* cpu_float_ops */
    0.0, /* cpu_double_ops */
    0.0, /* cpu_special_ops */
    0.0, /* cpu_chain */
    __mrt_common1, /* cpu_mem */
    __mrt_common0, /* cpu_near */
    0.0, /* cpu_branches */
    1.0, /* cpu_loops */
    __mrt_common2, /* shuttled */
    __mrt_common2, /* transfer */
  };
  const void *const __mrt_p[] = {(const void *)(sums), (const void *)(x), 0};
  struct __mrt_run __mrt_run;
  int __mrt_done = 0;
  __mrt_enter(&__mrt_run, &__mrt_region_dealt_summed_1, __mrt_f, __mrt_p);
  if (__mrt_run.device && __mrt_begin(&__mrt_run)) {
    {
      int me;
      int p = __mrt_threads(&__mrt_run);
      {
        const __typeof__((int)0 + (n)) __mrt_first0 = 0, __mrt_bound0 = n;
        const __mrt_u64 __mrt_counts[1] = {__MRT_COUNT(int, 2147483647ULL, __mrt_first0, __mrt_bound0, 1, 0)};
        int __mrt_value0 = p;
        struct __mrt_arg __mrt_args[] = {
          {__MRT_ARG_VALUE, 0, &__mrt_value0, sizeof __mrt_value0, 0, "p"},
          {__MRT_ARG_BUFFER, __MRT_READ | __MRT_WRITE | __MRT_EAGER | __MRT_ESCAPED | __MRT_BELOW | __MRT_SHIFTED, (void *)(sums), 0, 0, "sums", "d"},
          {__MRT_ARG_BUFFER, __MRT_READ | __MRT_EAGER | __MRT_SHIFTED, (void *)(x), (__mrt_size)(((long) n <= 0L ? 0L : (long) n) * sizeof(*x)), 0, "x"},
        };
        if (!__mrt_launch(&__mrt_run, &__mrt_kernel_dealt_summed_1, __mrt_counts, __mrt_args, 3)) {
          #pragma omp parallel for num_threads(1) firstprivate(p)
          for (int i = 0; i < n; i += 1)
          {
            int owner = i % p;
            #pragma omp atomic
            sums[owner] += x[i];
          }
          __MRT_CHECK(&__mrt_run);
        }
      }
    }
    __mrt_done = 1;
  }
  __MRT_QUIET_END
  if (!__mrt_done) {
# 18 "dealt.c"
#pragma omp parallel
  {
    int me = omp_get_thread_num(), p = omp_get_num_threads();

    for (int i = me; i < n; i += p)
      sums[me] += x[i];
  }
# 0 "dealt.mapper.c" 3
  }
  __mrt_leave(&__mrt_run);
}
# 25 "dealt.c"
}
# 0 "dealt.mapper.c" 3

