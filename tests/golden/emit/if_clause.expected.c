# 0 "if_clause.mapper.c" 3
#define MRT_TRACK_ALLOCATIONS
#include "mapper_rt.h"
static struct mrt_region mrt_region_if_clause_fill_1;
static struct mrt_kernel mrt_kernel_if_clause_fill_1;
# 1 "if_clause.c"
/* Where the clause `if` says no, the loop stays on the CPU. */
static int table[512];

void fill(int count)
{
# 0 "if_clause.mapper.c" 3
{
  MRT_QUIET
  const double mrt_f[] = {
    mrt_positive((double) count) * 2.0, /* int_ops */
    0.0, /* float_ops */
    0.0, /* double_ops */
    0.0, /* special_ops */
    mrt_positive((double) count), /* mem */
    mrt_positive((double) count), /* coalesced */
    0.0, /* localmem */
    0.0, /* int_atomics */
    0.0, /* float_atomics */
    0.0, /* local_int_atomics */
    0.0, /* local_float_atomics */
    0.0, /* updates */
    0.0, /* branches */
    mrt_positive((double) count), /* work_items */
    1.0, /* launches */
    0.0, /* steps */
    3.0, /* depth */
    0.0, /* shuttled */
    (double) (sizeof(table)), /* transfer */
  };
  const void *const mrt_p[] = {(const void *)(table), 0};
  struct mrt_run mrt_run;
  int mrt_done = 0;
  mrt_enter(&mrt_run, &mrt_region_if_clause_fill_1, mrt_f, mrt_p);
  if ((count > 100) && mrt_run.device && mrt_begin(&mrt_run)) {
    const __typeof__((int)0 + (count)) mrt_first0 = 0, mrt_bound0 = count;
    const mrt_u64 mrt_counts[1] = {MRT_COUNT(int, 2147483647ULL, mrt_first0, mrt_bound0, 1, 0)};
    struct mrt_arg mrt_args[] = {
      {MRT_ARG_BUFFER, MRT_WRITE | MRT_STATIC | ((mrt_size)(((long) count <= -1L ? 0L : (long) count) * 4L) >= (mrt_size)(sizeof(table)) ? MRT_OVERWRITES : 0), (void *)(table), (mrt_size)(sizeof(table)), 0, "table", "i"},
    };
    mrt_done = mrt_launch(&mrt_run, &mrt_kernel_if_clause_fill_1, mrt_counts, mrt_args, 1);
  }
  MRT_QUIET_END
  if (!mrt_done) {
    MRT_HOST(table, MRT_WRITE);
# 6 "if_clause.c"
#pragma omp parallel for if (count > 100)
  for (int i = 0; i < count; i++)
    table[i] = i * i;
# 0 "if_clause.mapper.c" 3
  }
  mrt_leave(&mrt_run);
}
# 9 "if_clause.c"
}

int main(int argc, char **argv)
{
  (void)argv;
  fill(argc * 50);
# 0 "if_clause.mapper.c" 3
  MRT_HOST(table, MRT_READ);
# 15 "if_clause.c"
  return table[1];
}
# 0 "if_clause.mapper.c" 3

