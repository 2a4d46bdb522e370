# 0 "moves.mapper.c" 3
#define __MRT_TRACK_ALLOCATIONS
#include "__mapper_rt.h"
static double __mrt_trips_0_0 = 1.0;
static struct __mrt_region __mrt_region_moves_steps_1;
static struct __mrt_kernel __mrt_kernel_moves_steps_1;
# 1 "moves.c"
#include <stdlib.h>
#include <string.h>

static double sums[10000], before[10000];

void steps(double *u, double *old, int n, int steps)
{
# 0 "moves.mapper.c" 3
  __mrt_trips_0_0 = __mrt_positive((double) steps);
# 8 "moves.c"
  for (int t = 0; t < steps; t++) {
# 0 "moves.mapper.c" 3
  if (!__MRT_MOVED(old, 0L, u, 0L, n * sizeof(*u)) &&
      ((void)0,
       (__MRT_HOST_BYTES(u, (__mrt_size)(n * sizeof(*u)), __MRT_READ)),
       (__MRT_HOST_BYTES(old, (__mrt_size)(n * sizeof(*u)), __MRT_WRITE)), 1))
# 9 "moves.c"
    memcpy(old, u, n * sizeof *u);
# 0 "moves.mapper.c" 3
  __MRT_SEND(old);
  if (!__MRT_MOVED(before, 0L, sums, 0L, 80000L) &&
      ((void)0,
       (__MRT_HOST(before, __MRT_WRITE)),
       (__MRT_HOST(sums, __MRT_READ)), 1))
# 10 "moves.c"
    for (int i = 0; i < 10000; i++)
      before[i] = sums[i];
    if (t > 3) {
# 0 "moves.mapper.c" 3
  if (!__MRT_ZEROED(sums, 0L, sizeof(sums)) &&
      ((void)0,
       (__MRT_HOST_BYTES(sums, (__mrt_size)(sizeof(sums)), __MRT_WRITE)), 1))
# 13 "moves.c"
      memset(sums, 0, sizeof sums);
    } else
# 0 "moves.mapper.c" 3
  __MRT_HOST_BYTES(sums, (__mrt_size)(sizeof(sums)), __MRT_WRITE),
# 15 "moves.c"
      memset(sums, 0, sizeof sums);
# 0 "moves.mapper.c" 3
{
  __MRT_QUIET
  const double __mrt_common0 = __mrt_positive((double) (n - 1) + -1.0);
  const double __mrt_common1 = __mrt_common0 * 8.0;
  const double __mrt_common2 = __mrt_common0 * 4.0;
  const double __mrt_common3 = __mrt_common0 * 7.0;
  const double __mrt_f[] = {
    __mrt_common1, /* int_ops */
    0.0, /* float_ops */
    __mrt_common2, /* double_ops */
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
    __mrt_common0, /* work_items */
    1.0, /* launches */
    0.0, /* steps */
    0.0, /* pieces */
    23.0, /* depth */
    __mrt_common1, /* cpu_int_ops */
    0.0, /* cpu_float_ops */
    __mrt_common2, /* cpu_double_ops */
    0.0, /* cpu_special_ops */
    0.0, /* cpu_chain */
    __mrt_common3, /* cpu_mem */
    __mrt_common3, /* cpu_near */
    0.0, /* cpu_branches */
    1.0, /* cpu_loops */
    0.0, /* shuttled */
    2.0 * (double) (((long) n <= 2L ? 0L : (long) n - 1L) * sizeof(*u)) + (double) (__mrt_greatest((long) n <= 2L ? 0L : (long) n - 2L, (long) n <= 2L ? 0L : (long) n) * sizeof(*old)) + 2.0 * (double) (sizeof(sums)) + (double) (sizeof(before)), /* transfer */
  };
  const void *const __mrt_p[] = {(const void *)(u), (const void *)(old), (const void *)(sums), (const void *)(before), 0};
  struct __mrt_run __mrt_run;
  int __mrt_done = 0;
  __mrt_enter(&__mrt_run, &__mrt_region_moves_steps_1, __mrt_f, __mrt_p);
  if (__mrt_run.device && __mrt_begin(&__mrt_run)) {
    const __typeof__((int)0 + (n - 1)) __mrt_first0 = 1, __mrt_bound0 = n - 1;
    const __mrt_u64 __mrt_counts[1] = {__MRT_COUNT(int, 2147483647ULL, __mrt_first0, __mrt_bound0, 1, 0)};
    struct __mrt_arg __mrt_args[] = {
      {__MRT_ARG_BUFFER, __MRT_READ | __MRT_WRITE, (void *)(u), (__mrt_size)(((long) n <= 2L ? 0L : (long) n - 1L) * sizeof(*u)), 0, "u", "d", .area = &(const struct __mrt_area){1L * 8L, ((long) (n - 1) - 1L) * 8L, 1L, 0, 1L, 0}},
      {__MRT_ARG_BUFFER, __MRT_READ, (void *)(old), (__mrt_size)(__mrt_greatest((long) n <= 2L ? 0L : (long) n - 2L, (long) n <= 2L ? 0L : (long) n) * sizeof(*old)), 0, "old"},
      {__MRT_ARG_BUFFER, __MRT_READ | __MRT_WRITE | __MRT_STATIC, (void *)(sums), (__mrt_size)(sizeof(sums)), 0, "sums", "d"},
      {__MRT_ARG_BUFFER, __MRT_READ | __MRT_STATIC, (void *)(before), (__mrt_size)(sizeof(before)), 0, "before"},
    };
    __mrt_done = __mrt_launch(&__mrt_run, &__mrt_kernel_moves_steps_1, __mrt_counts, __mrt_args, 4);
  }
  __MRT_QUIET_END
  if (!__mrt_done) {
    __MRT_HOST(old, __MRT_READ);
    __MRT_HOST(u, __MRT_READ | __MRT_WRITE);
    __MRT_HOST(before, __MRT_READ);
    __MRT_HOST(sums, __MRT_READ | __MRT_WRITE);
# 16 "moves.c"
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++) {
      u[i] = .5 * (old[i - 1] + old[i + 1]);
      sums[i] += u[i] - before[i];
    }
# 0 "moves.mapper.c" 3
  }
  __mrt_leave(&__mrt_run);
}
# 21 "moves.c"
  }
}

int main(void)
{
  double *u = calloc(10000, sizeof *u), *old = malloc(10000 * sizeof *old);
# 0 "moves.mapper.c" 3
  __MRT_HOST_BYTES(u, (__mrt_size)(5000 * sizeof(*u)), __MRT_WRITE);
# 27 "moves.c"
  memset(u, 0, 5000 * sizeof *u);
# 0 "moves.mapper.c" 3
  __MRT_SEND(u);
# 28 "moves.c"
  steps(u, old, 10000, 9);
# 0 "moves.mapper.c" 3
  __MRT_HOST_AREA(u, 24L, 8L, __MRT_READ, 0, 0);
  __MRT_HOST_AREA(sums, 24L, 8L, __MRT_READ, 0, 0);
# 29 "moves.c"
  return u[3] > 0 || sums[3] > 0;
}
# 0 "moves.mapper.c" 3

