# 0 "from_macro.mapper.c" 3
#define __MRT_TRACK_ALLOCATIONS
#include "__mapper_rt.h"
static struct __mrt_region __mrt_region_from_macro_fill_1;
static struct __mrt_region __mrt_region_from_macro_fill_2;
static struct __mrt_kernel __mrt_kernel_from_macro_fill_1;
static struct __mrt_kernel __mrt_kernel_from_macro_fill_2;
# 1 "from_macro.c"
/* A construct that a macro makes behind other code: the macro's use is written out, and the construct replaced. */
#define FILL(array, value) \
  array[0] = 0; \
  _Pragma("omp parallel for") for (int i = 0; i < 16; i++) array[i] = value;

static int a[16], b[16];

void fill(void)
{
  a[0] = 0; 
# 0 "from_macro.mapper.c" 3
{
  __MRT_QUIET
  const double __mrt_f[] = {
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
    0.0, /* contended */
    0.0, /* branches */
    16.0, /* work_items */
    1.0, /* launches */
    0.0, /* steps */
    0.0, /* pieces */
    2.0, /* depth */
    16.0, /* cpu_int_ops */
    0.0, /* cpu_float_ops */
    0.0, /* cpu_double_ops */
    0.0, /* cpu_special_ops */
    0.0, /* cpu_chain */
    16.0, /* cpu_mem */
    16.0, /* cpu_near */
    0.0, /* cpu_branches */
    1.0, /* cpu_loops */
    (double) (sizeof(a)), /* shuttled */
    (double) (sizeof(a)), /* transfer */
  };
  const void *const __mrt_p[] = {(const void *)(a), 0};
  struct __mrt_run __mrt_run;
  int __mrt_done = 0;
  __mrt_enter(&__mrt_run, &__mrt_region_from_macro_fill_1, __mrt_f, __mrt_p);
  if (__mrt_run.device && __mrt_begin(&__mrt_run)) {
    const __typeof__((int)0 + (16)) __mrt_first0 = 0, __mrt_bound0 = 16;
    const __mrt_u64 __mrt_counts[1] = {__MRT_COUNT(int, 2147483647ULL, __mrt_first0, __mrt_bound0, 1, 0)};
    struct __mrt_arg __mrt_args[] = {
      {__MRT_ARG_BUFFER, __MRT_WRITE | __MRT_STATIC | __MRT_EAGER | ((__mrt_size)(16L * 4L) >= (__mrt_size)(sizeof(a)) ? __MRT_OVERWRITES : 0), (void *)(a), (__mrt_size)(sizeof(a)), 0, "a", "i"},
    };
    __mrt_done = __mrt_launch(&__mrt_run, &__mrt_kernel_from_macro_fill_1, __mrt_counts, __mrt_args, 1);
  }
  __MRT_QUIET_END
  if (!__mrt_done) {
# 10 "from_macro.c"
            _Pragma("omp parallel for") for (int i = 0; i < 16; i ++) a[i] = 1;
# 0 "from_macro.mapper.c" 3
  }
  __mrt_leave(&__mrt_run);
}
{
  __MRT_QUIET
  const double __mrt_f[] = {
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
    0.0, /* contended */
    0.0, /* branches */
    16.0, /* work_items */
    1.0, /* launches */
    0.0, /* steps */
    0.0, /* pieces */
    2.0, /* depth */
    16.0, /* cpu_int_ops */
    0.0, /* cpu_float_ops */
    0.0, /* cpu_double_ops */
    0.0, /* cpu_special_ops */
    0.0, /* cpu_chain */
    16.0, /* cpu_mem */
    16.0, /* cpu_near */
    0.0, /* cpu_branches */
    1.0, /* cpu_loops */
    (double) (sizeof(b)), /* shuttled */
    (double) (sizeof(b)), /* transfer */
  };
  const void *const __mrt_p[] = {(const void *)(b), 0};
  struct __mrt_run __mrt_run;
  int __mrt_done = 0;
  __mrt_enter(&__mrt_run, &__mrt_region_from_macro_fill_2, __mrt_f, __mrt_p);
  if (__mrt_run.device && __mrt_begin(&__mrt_run)) {
    const __typeof__((int)0 + (16)) __mrt_first0 = 0, __mrt_bound0 = 16;
    const __mrt_u64 __mrt_counts[1] = {__MRT_COUNT(int, 2147483647ULL, __mrt_first0, __mrt_bound0, 1, 0)};
    struct __mrt_arg __mrt_args[] = {
      {__MRT_ARG_BUFFER, __MRT_WRITE | __MRT_STATIC | __MRT_EAGER | ((__mrt_size)(16L * 4L) >= (__mrt_size)(sizeof(b)) ? __MRT_OVERWRITES : 0), (void *)(b), (__mrt_size)(sizeof(b)), 0, "b", "i"},
    };
    __mrt_done = __mrt_launch(&__mrt_run, &__mrt_kernel_from_macro_fill_2, __mrt_counts, __mrt_args, 1);
  }
  __MRT_QUIET_END
  if (!__mrt_done) {
# 11 "from_macro.c"
#pragma omp parallel for
  for (int i = 0; i < 16; i++)
    b[i] = 2;
# 0 "from_macro.mapper.c" 3
  }
  __mrt_leave(&__mrt_run);
}
# 14 "from_macro.c"
}
# 0 "from_macro.mapper.c" 3

