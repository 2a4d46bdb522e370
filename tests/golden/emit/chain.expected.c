# 0 "chain.mapper.c" 3
#define __MRT_TRACK_ALLOCATIONS
#include "__mapper_rt.h"
static struct __mrt_region __mrt_region_chain_relax_1;
static struct __mrt_kernel __mrt_kernel_chain_relax_1;
static struct __mrt_kernel __mrt_kernel_chain_relax_2;
# 1 "chain.c"
/* The host enqueues all launches of the steps, and reads the scalars at the end. */
static double x[1000], y[1000];

double relax(int steps)
{
  double sum = 0.0, weight = 0.5;
  int i, step;

# 0 "chain.mapper.c" 3
{
  __MRT_QUIET
  const double __mrt_common0 = __mrt_positive((double) steps);
  const double __mrt_common1 = __mrt_common0 * 2000.0;
  const double __mrt_common2 = __mrt_common0 * 4000.0;
  const double __mrt_common3 = __mrt_common1 + __mrt_common2;
  const double __mrt_common4 = __mrt_common1 + __mrt_common1;
  const double __mrt_common5 = __mrt_common1 + __mrt_common0 * 3000.0;
  const double __mrt_common6 = __mrt_common0 * 1000.0;
  const double __mrt_common7 = __mrt_common0 + __mrt_common0;
  const double __mrt_common8 = 2.0 * (double) (sizeof(x)) + (double) (sizeof(y));
  const double __mrt_f[] = {
    __mrt_common3, /* int_ops */
    0.0, /* float_ops */
    __mrt_common4, /* double_ops */
    0.0, /* special_ops */
    __mrt_common5, /* mem */
    __mrt_common5, /* coalesced */
    0.0, /* localmem */
    0.0, /* int_atomics */
    0.0, /* float_atomics */
    0.0, /* local_int_atomics */
    0.0, /* local_float_atomics */
    0.0, /* updates */
    0.0, /* contended */
    0.0, /* branches */
    __mrt_common6 + __mrt_common6, /* work_items */
    __mrt_common7 + 1.0, /* launches */
    0.0, /* steps */
    0.0, /* pieces */
    __mrt_common0 * 8.0 + __mrt_common0 * 11.0, /* depth */
    __mrt_common3, /* cpu_int_ops */
    0.0, /* cpu_float_ops */
    __mrt_common4, /* cpu_double_ops */
    0.0, /* cpu_special_ops */
    __mrt_common2, /* cpu_chain */
    __mrt_common5, /* cpu_mem */
    __mrt_common5, /* cpu_near */
    0.0, /* cpu_branches */
    __mrt_common7, /* cpu_loops */
    __mrt_common0 * ((double) (sizeof(x)) + (double) (sizeof(y))) + __mrt_common0 * __mrt_common8, /* shuttled */
    __mrt_common8, /* transfer */
  };
  const void *const __mrt_p[] = {(const void *)(x), (const void *)(y), 0};
  struct __mrt_run __mrt_run;
  int __mrt_done = 0;
  __mrt_enter(&__mrt_run, &__mrt_region_chain_relax_1, __mrt_f, __mrt_p);
  if (__mrt_run.device && __mrt_begin(&__mrt_run)) {
    typedef __typeof__(i) __mrt_private0;
    typedef __typeof__(step) __mrt_private1;
    {
      __mrt_private0 i;
      __mrt_private1 step;
      {
        {
          static double __mrt_cells[2] __attribute__((aligned(128)));
          __MRT_HOST(__mrt_cells, __MRT_WRITE);
          __mrt_cells[0] = sum, __mrt_cells[1] = weight;
          for (step = 0; step < steps; step++)
          {
            {
              const __typeof__((int)0 + (1000)) __mrt_first0 = 0, __mrt_bound0 = 1000;
              const __mrt_u64 __mrt_counts[1] = {__MRT_COUNT(int, 2147483647ULL, __mrt_first0, __mrt_bound0, 1, 0)};
              struct __mrt_arg __mrt_args[] = {
                {__MRT_ARG_BUFFER, __MRT_READ | __MRT_STATIC | __MRT_EAGER, (void *)(x), (__mrt_size)(sizeof(x)), 0, "x"},
                {__MRT_ARG_BUFFER, __MRT_READ | __MRT_STATIC | __MRT_EAGER, (void *)(y), (__mrt_size)(sizeof(y)), 0, "y"},
                {__MRT_ARG_BUFFER, __MRT_READ | __MRT_WRITE | __MRT_STATIC, __mrt_cells, sizeof __mrt_cells, 0, "scalars", "d"},
              };
              if (!(__mrt_counts[0] && __mrt_launch(&__mrt_run, &__mrt_kernel_chain_relax_1, __mrt_counts, __mrt_args, 3))) {
                __MRT_HOST(__mrt_cells, __MRT_READ | __MRT_WRITE);
                sum = __mrt_cells[0], weight = __mrt_cells[1];
                #pragma omp parallel for reduction(+: sum)
                for (i = 0; i < 1000; i++)
                  sum += x[i] * y[i];
                weight = 1.0 / (1.0 + sum);
                __mrt_cells[0] = sum, __mrt_cells[1] = weight;
                __MRT_CHECK(&__mrt_run);
              }
            }
            {
            }
            {
              const __typeof__((int)0 + (1000)) __mrt_first0 = 0, __mrt_bound0 = 1000;
              const __mrt_u64 __mrt_counts[1] = {__MRT_COUNT(int, 2147483647ULL, __mrt_first0, __mrt_bound0, 1, 0)};
              struct __mrt_arg __mrt_args[] = {
                {__MRT_ARG_BUFFER, __MRT_READ | __MRT_WRITE | __MRT_STATIC | __MRT_EAGER, (void *)(x), (__mrt_size)(sizeof(x)), 0, "x", "d"},
                {__MRT_ARG_BUFFER, __MRT_READ | __MRT_STATIC | __MRT_EAGER, (void *)(y), (__mrt_size)(sizeof(y)), 0, "y"},
                {__MRT_ARG_BUFFER, __MRT_READ | __MRT_STATIC, __mrt_cells, sizeof __mrt_cells, 0, "scalars"},
              };
              if (!(__mrt_counts[0] && __mrt_launch(&__mrt_run, &__mrt_kernel_chain_relax_2, __mrt_counts, __mrt_args, 3))) {
                __MRT_HOST(__mrt_cells, __MRT_READ | __MRT_WRITE);
                sum = __mrt_cells[0], weight = __mrt_cells[1];
                #pragma omp parallel for
                for (i = 0; i < 1000; i++)
                  x[i] = x[i] + weight * y[999 - i];
                __mrt_cells[0] = sum, __mrt_cells[1] = weight;
                __MRT_CHECK(&__mrt_run);
              }
            }
          }
          __MRT_HOST(__mrt_cells, __MRT_READ);
          sum = __mrt_cells[0], weight = __mrt_cells[1];
        }
      }
    }
    __mrt_done = 1;
  }
  __MRT_QUIET_END
  if (!__mrt_done) {
# 9 "chain.c"
#pragma omp parallel private(i, step)
  for (step = 0; step < steps; step++) {
#pragma omp for reduction(+ : sum)
    for (i = 0; i < 1000; i++)
      sum += x[i] * y[i];
#pragma omp single
    weight = 1.0 / (1.0 + sum);
#pragma omp for
    for (i = 0; i < 1000; i++)
      x[i] = x[i] + weight * y[999 - i];
  }
# 0 "chain.mapper.c" 3
  }
  __mrt_leave(&__mrt_run);
}
# 20 "chain.c"
  return sum;
}
# 0 "chain.mapper.c" 3

