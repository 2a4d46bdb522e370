# 0 "region.mapper.c" 3
#define __MRT_TRACK_ALLOCATIONS
#include "__mapper_rt.h"
static struct __mrt_region __mrt_region_region_smooth_1;
static struct __mrt_kernel __mrt_kernel_region_smooth_1;
static struct __mrt_kernel __mrt_kernel_region_smooth_2;
# 1 "region.c"
/* A region of two loops with a private variable: its body is printed again for the device path. */
#define ROWS 64

static double a[ROWS], b[ROWS];
static int rounds;

void smooth(double weight)
{
  double part;
  int i;
# 0 "region.mapper.c" 3
{
  __MRT_QUIET
  const double __mrt_common0 = __mrt_positive((double) (64 - 1) + -1.0);
  const double __mrt_common1 = __mrt_common0 * 2.0;
  const double __mrt_common2 = __mrt_common0 * 5.0 + __mrt_common1;
  const double __mrt_common3 = __mrt_common0 * 3.0 + __mrt_common1;
  const double __mrt_f[] = {
    __mrt_common2, /* int_ops */
    0.0, /* float_ops */
    __mrt_common1, /* double_ops */
    0.0, /* special_ops */
    __mrt_common3, /* mem */
    __mrt_common3, /* coalesced */
    0.0, /* localmem */
    0.0, /* int_atomics */
    0.0, /* float_atomics */
    0.0, /* local_int_atomics */
    0.0, /* local_float_atomics */
    0.0, /* updates */
    0.0, /* contended */
    0.0, /* branches */
    __mrt_common0 + __mrt_common0, /* work_items */
    2.0, /* launches */
    0.0, /* steps */
    0.0, /* pieces */
    16.0, /* depth */
    __mrt_common2, /* cpu_int_ops */
    0.0, /* cpu_float_ops */
    __mrt_common1, /* cpu_double_ops */
    0.0, /* cpu_special_ops */
    0.0, /* cpu_chain */
    __mrt_common3, /* cpu_mem */
    __mrt_common3, /* cpu_near */
    0.0, /* cpu_branches */
    2.0, /* cpu_loops */
    0.0, /* shuttled */
    2.0 * (double) (sizeof(a)) + 2.0 * (double) (sizeof(b)), /* transfer */
  };
  const void *const __mrt_p[] = {(const void *)(a), (const void *)(b), 0};
  struct __mrt_run __mrt_run;
  int __mrt_done = 0;
  __mrt_enter(&__mrt_run, &__mrt_region_region_smooth_1, __mrt_f, __mrt_p);
  if (__mrt_run.device && __mrt_begin(&__mrt_run)) {
    typedef __typeof__(part) __mrt_private0;
    typedef __typeof__(weight) __mrt_copied0;
    __mrt_copied0 __mrt_copy0 = weight;
    {
      __mrt_private0 part;
      __mrt_copied0 weight = __mrt_copy0;
      {
        {
          const __typeof__((int)0 + (64 - 1)) __mrt_first0 = 1, __mrt_bound0 = 64 - 1;
          const __mrt_u64 __mrt_counts[1] = {__MRT_COUNT(int, 2147483647ULL, __mrt_first0, __mrt_bound0, 1, 0)};
          double __mrt_value0 = weight;
          struct __mrt_arg __mrt_args[] = {
            {__MRT_ARG_BUFFER, __MRT_READ | __MRT_STATIC, (void *)(a), (__mrt_size)(sizeof(a)), 0, "a"},
            {__MRT_ARG_BUFFER, __MRT_WRITE | __MRT_STATIC, (void *)(b), (__mrt_size)(sizeof(b)), 0, "b", "d"},
            {__MRT_ARG_VALUE, 0, &__mrt_value0, sizeof __mrt_value0, 0, "weight"},
          };
          if (!__mrt_launch(&__mrt_run, &__mrt_kernel_region_smooth_1, __mrt_counts, __mrt_args, 3)) {
            __MRT_HOST(a, __MRT_READ);
            __MRT_HOST(b, __MRT_WRITE);
            #pragma omp parallel for firstprivate(part, weight)
            for (i = 1; i < 64 - 1; i++)
            {
              part = a[i - 1] + a[i + 1];
              b[i] = weight * part;
            }
            __MRT_CHECK(&__mrt_run);
          }
        }
        {
          rounds++;
        }
        {
          const __typeof__((int)0 + (64 - 1)) __mrt_first0 = 1, __mrt_bound0 = 64 - 1;
          const __mrt_u64 __mrt_counts[1] = {__MRT_COUNT(int, 2147483647ULL, __mrt_first0, __mrt_bound0, 1, 0)};
          struct __mrt_arg __mrt_args[] = {
            {__MRT_ARG_BUFFER, __MRT_WRITE | __MRT_STATIC, (void *)(a), (__mrt_size)(sizeof(a)), 0, "a", "d"},
            {__MRT_ARG_BUFFER, __MRT_READ | __MRT_STATIC, (void *)(b), (__mrt_size)(sizeof(b)), 0, "b"},
          };
          if (!__mrt_launch(&__mrt_run, &__mrt_kernel_region_smooth_2, __mrt_counts, __mrt_args, 2)) {
            __MRT_HOST(a, __MRT_WRITE);
            __MRT_HOST(b, __MRT_READ);
            #pragma omp parallel for
            for (i = 1; i < 64 - 1; i++)
              a[i] = b[i];
            __MRT_CHECK(&__mrt_run);
          }
        }
      }
    }
    __mrt_done = 1;
  }
  __MRT_QUIET_END
  if (!__mrt_done) {
    __MRT_HOST(a, __MRT_READ | __MRT_WRITE);
    __MRT_HOST(b, __MRT_READ | __MRT_WRITE);
# 11 "region.c"
#pragma omp parallel private(part) firstprivate(weight)
  {
#pragma omp for
    for (i = 1; i < ROWS - 1; i++) {
      part = a[i - 1] + a[i + 1];
      b[i] = weight * part;
    }
#pragma omp single
    rounds++;
#pragma omp for nowait
    for (i = 1; i < ROWS - 1; i++)
      a[i] = b[i];
  }
# 0 "region.mapper.c" 3
  }
  __mrt_leave(&__mrt_run);
}
# 24 "region.c"
}

int main(void)
{
# 0 "region.mapper.c" 3
  __MRT_HOST_PART(a[3], __MRT_WRITE);
# 28 "region.c"
  a[3] = 1;
  smooth(0.5);
# 0 "region.mapper.c" 3
  __MRT_HOST(b, __MRT_READ);
# 30 "region.c"
  return b[2] + rounds > 1;
}
# 0 "region.mapper.c" 3

