# 0 "included_twice.mapper.c" 3
#define __MRT_TRACK_ALLOCATIONS
#include "__mapper_rt.h"
static struct __mrt_region __mrt_region_included_twice_halves_1;
static struct __mrt_region __mrt_region_included_twice_doubles_1;
static struct __mrt_kernel __mrt_kernel_included_twice_halves_1;
static struct __mrt_kernel __mrt_kernel_included_twice_doubles_1;
# 1 "included_twice.c"
/* A header with a loop is included twice: its text is there twice, with pieces of its own. */
#define NAME halves
#define TYPE float
# 1 "included_twice.h"
#include "included_twice_body.h"
static void NAME(TYPE *x, int n)
{
# 0 "included_twice.mapper.c" 3
{
  __MRT_QUIET
  const double __mrt_common0 = __mrt_positive((double) n);
  const double __mrt_common1 = __mrt_common0 * 2.0;
  const double __mrt_f[] = {
    __mrt_common1, /* int_ops */
    __mrt_common0, /* float_ops */
    0.0, /* double_ops */
    0.0, /* special_ops */
    __mrt_common1, /* mem */
    __mrt_common1, /* coalesced */
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
    __mrt_common0, /* cpu_float_ops */
    0.0, /* cpu_double_ops */
    0.0, /* cpu_special_ops */
    0.0, /* cpu_chain */
    __mrt_common1, /* cpu_mem */
    __mrt_common1, /* cpu_near */
    0.0, /* cpu_branches */
    1.0, /* cpu_loops */
    0.0, /* shuttled */
    2.0 * (double) (((long) n <= 0L ? 0L : (long) n) * sizeof(*x)), /* transfer */
  };
  const void *const __mrt_p[] = {(const void *)(x), 0};
  struct __mrt_run __mrt_run;
  int __mrt_done = 0;
  __mrt_enter(&__mrt_run, &__mrt_region_included_twice_halves_1, __mrt_f, __mrt_p);
  if (__mrt_run.device && __mrt_begin(&__mrt_run)) {
    const __typeof__((int)0 + (n)) __mrt_first0 = 0, __mrt_bound0 = n;
    const __mrt_u64 __mrt_counts[1] = {__MRT_COUNT(int, 2147483647ULL, __mrt_first0, __mrt_bound0, 1, 0)};
    struct __mrt_arg __mrt_args[] = {
      {__MRT_ARG_BUFFER, __MRT_READ | __MRT_WRITE, (void *)(x), (__mrt_size)(((long) n <= 0L ? 0L : (long) n) * sizeof(*x)), 0, "x", "f"},
    };
    __mrt_done = __mrt_launch(&__mrt_run, &__mrt_kernel_included_twice_halves_1, __mrt_counts, __mrt_args, 1);
  }
  __MRT_QUIET_END
  if (!__mrt_done) {
    __MRT_HOST(x, __MRT_READ | __MRT_WRITE);
# 4 "included_twice.h"
#pragma omp parallel for
  for (int i = 0; i < n; i++)
#include "included_twice_body.h"
# 0 "included_twice.mapper.c" 3
  }
  __mrt_leave(&__mrt_run);
}
# 7 "included_twice.h"
}
# 5 "included_twice.c"
#undef NAME
#undef TYPE
#undef BODY
#define NAME doubles
#define TYPE double
# 1 "included_twice.h"
#include "included_twice_body.h"
static void NAME(TYPE *x, int n)
{
# 0 "included_twice.mapper.c" 3
{
  __MRT_QUIET
  const double __mrt_common0 = __mrt_positive((double) n);
  const double __mrt_common1 = __mrt_common0 * 2.0;
  const double __mrt_f[] = {
    __mrt_common1, /* int_ops */
    0.0, /* float_ops */
    __mrt_common0, /* double_ops */
    0.0, /* special_ops */
    __mrt_common1, /* mem */
    __mrt_common1, /* coalesced */
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
    6.0, /* depth */
    __mrt_common1, /* cpu_int_ops */
    0.0, /* cpu_float_ops */
    __mrt_common0, /* cpu_double_ops */
    0.0, /* cpu_special_ops */
    0.0, /* cpu_chain */
    __mrt_common1, /* cpu_mem */
    __mrt_common1, /* cpu_near */
    0.0, /* cpu_branches */
    1.0, /* cpu_loops */
    0.0, /* shuttled */
    2.0 * (double) (((long) n <= 0L ? 0L : (long) n) * sizeof(*x)), /* transfer */
  };
  const void *const __mrt_p[] = {(const void *)(x), 0};
  struct __mrt_run __mrt_run;
  int __mrt_done = 0;
  __mrt_enter(&__mrt_run, &__mrt_region_included_twice_doubles_1, __mrt_f, __mrt_p);
  if (__mrt_run.device && __mrt_begin(&__mrt_run)) {
    const __typeof__((int)0 + (n)) __mrt_first0 = 0, __mrt_bound0 = n;
    const __mrt_u64 __mrt_counts[1] = {__MRT_COUNT(int, 2147483647ULL, __mrt_first0, __mrt_bound0, 1, 0)};
    struct __mrt_arg __mrt_args[] = {
      {__MRT_ARG_BUFFER, __MRT_READ | __MRT_WRITE, (void *)(x), (__mrt_size)(((long) n <= 0L ? 0L : (long) n) * sizeof(*x)), 0, "x", "d"},
    };
    __mrt_done = __mrt_launch(&__mrt_run, &__mrt_kernel_included_twice_doubles_1, __mrt_counts, __mrt_args, 1);
  }
  __MRT_QUIET_END
  if (!__mrt_done) {
    __MRT_HOST(x, __MRT_READ | __MRT_WRITE);
# 4 "included_twice.h"
#pragma omp parallel for
  for (int i = 0; i < n; i++)
#include "included_twice_body.h"
# 0 "included_twice.mapper.c" 3
  }
  __mrt_leave(&__mrt_run);
}
# 7 "included_twice.h"
}
# 11 "included_twice.c"

int main(void)
{
  static float f[9];
# 0 "included_twice.mapper.c" 3
  __MRT_KNOWN(0, f, sizeof f);
# 15 "included_twice.c"
  static double d[9];
# 0 "included_twice.mapper.c" 3
  __MRT_KNOWN(1, d, sizeof d);
# 16 "included_twice.c"
  halves(f, 9);
  doubles(d, 9);
# 0 "included_twice.mapper.c" 3
  __MRT_HOST(d, __MRT_READ);
  __MRT_HOST(f, __MRT_READ);
# 18 "included_twice.c"
  return (int)f[2] + (int)d[3];
}
# 0 "included_twice.mapper.c" 3

