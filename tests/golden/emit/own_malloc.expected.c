# 0 "own_malloc.mapper.c" 3
#include "__mapper_rt.h"
static struct __mrt_region __mrt_region_own_malloc_clear_1;
static struct __mrt_kernel __mrt_kernel_own_malloc_clear_1;
# 1 "own_malloc.c"
/* A program with allocation functions of its own is left alone with them. */
static char heap[4096];
static unsigned long used;

void *malloc(unsigned long size)
{
  used += size;
  return heap + used - size;
}

void free(void *block) { (void)block; }

void clear(void)
{
# 0 "own_malloc.mapper.c" 3
{
  __MRT_QUIET
  const double __mrt_f[] = {
    4096.0, /* int_ops */
    0.0, /* float_ops */
    0.0, /* double_ops */
    0.0, /* special_ops */
    4096.0, /* mem */
    4096.0, /* coalesced */
    0.0, /* localmem */
    0.0, /* int_atomics */
    0.0, /* float_atomics */
    0.0, /* local_int_atomics */
    0.0, /* local_float_atomics */
    0.0, /* updates */
    0.0, /* contended */
    0.0, /* branches */
    4096.0, /* work_items */
    1.0, /* launches */
    0.0, /* steps */
    0.0, /* pieces */
    2.0, /* depth */
    4096.0, /* cpu_int_ops */
    0.0, /* cpu_float_ops */
    0.0, /* cpu_double_ops */
    0.0, /* cpu_special_ops */
    0.0, /* cpu_chain */
    4096.0, /* cpu_mem */
    4096.0, /* cpu_near */
    0.0, /* cpu_branches */
    1.0, /* cpu_loops */
    (double) (sizeof(heap)), /* shuttled */
    (double) (sizeof(heap)), /* transfer */
  };
  const void *const __mrt_p[] = {(const void *)(heap), 0};
  struct __mrt_run __mrt_run;
  int __mrt_done = 0;
  __mrt_enter(&__mrt_run, &__mrt_region_own_malloc_clear_1, __mrt_f, __mrt_p);
  if (__mrt_run.device && __mrt_begin(&__mrt_run)) {
    const __typeof__((int)0 + (4096)) __mrt_first0 = 0, __mrt_bound0 = 4096;
    const __mrt_u64 __mrt_counts[1] = {__MRT_COUNT(int, 2147483647ULL, __mrt_first0, __mrt_bound0, 1, 0)};
    struct __mrt_arg __mrt_args[] = {
      {__MRT_ARG_BUFFER, __MRT_WRITE | __MRT_STATIC | __MRT_EAGER | __MRT_ESCAPED | __MRT_REWRITES | ((__mrt_size)(4096L * 1L) >= (__mrt_size)(sizeof(heap)) ? __MRT_OVERWRITES : 0), (void *)(heap), (__mrt_size)(sizeof(heap)), 0, "heap", "b"},
    };
    __mrt_done = __mrt_launch(&__mrt_run, &__mrt_kernel_own_malloc_clear_1, __mrt_counts, __mrt_args, 1);
  }
  __MRT_QUIET_END
  if (!__mrt_done) {
# 15 "own_malloc.c"
#pragma omp parallel for
  for (int i = 0; i < 4096; i++)
    heap[i] = 0;
# 0 "own_malloc.mapper.c" 3
  }
  __mrt_leave(&__mrt_run);
}
# 18 "own_malloc.c"
}
# 0 "own_malloc.mapper.c" 3

