# 0 "chain.mapper.c" 3
#define MRT_TRACK_ALLOCATIONS
#include "mapper_rt.h"
static struct mrt_region mrt_region_chain_relax_1;
static struct mrt_kernel mrt_kernel_chain_relax_1;
static struct mrt_kernel mrt_kernel_chain_relax_2;
# 1 "chain.c"
/* The host enqueues all launches of the steps, and reads the scalars at the end. */
static double x[1000], y[1000];

double relax(int steps)
{
  double sum = 0.0, weight = 0.5;
  int i, step;

# 0 "chain.mapper.c" 3
{
  MRT_QUIET
  const double mrt_f[] = {
    mrt_positive((double) steps) * 2000.0 + mrt_positive((double) steps) * 4000.0, /* int_ops */
    0.0, /* float_ops */
    mrt_positive((double) steps) * 2000.0 + mrt_positive((double) steps) * 2000.0, /* double_ops */
    0.0, /* special_ops */
    mrt_positive((double) steps) * 2000.0 + mrt_positive((double) steps) * 3000.0, /* mem */
    mrt_positive((double) steps) * 2000.0 + mrt_positive((double) steps) * 3000.0, /* coalesced */
    0.0, /* localmem */
    0.0, /* int_atomics */
    0.0, /* float_atomics */
    0.0, /* local_int_atomics */
    0.0, /* local_float_atomics */
    0.0, /* updates */
    0.0, /* branches */
    mrt_positive((double) steps) * 1000.0 + mrt_positive((double) steps) * 1000.0, /* work_items */
    mrt_positive((double) steps) + mrt_positive((double) steps) + 1.0, /* launches */
    0.0, /* steps */
    mrt_positive((double) steps) * 8.0 + mrt_positive((double) steps) * 11.0, /* depth */
    0.0, /* shuttled */
    2.0 * (double) (sizeof(x)) + (double) (sizeof(y)), /* transfer */
  };
  const void *const mrt_p[] = {(const void *)(x), (const void *)(y), 0};
  struct mrt_run mrt_run;
  int mrt_done = 0;
  mrt_enter(&mrt_run, &mrt_region_chain_relax_1, mrt_f, mrt_p);
  if (mrt_run.device && mrt_begin(&mrt_run)) {
    typedef __typeof__(i) mrt_private0;
    typedef __typeof__(step) mrt_private1;
    {
      mrt_private0 i;
      mrt_private1 step;
      {
        {
          static double mrt_cells[2] __attribute__((aligned(128)));
          MRT_HOST(mrt_cells, MRT_WRITE);
          mrt_cells[0] = sum, mrt_cells[1] = weight;
          for (step = 0; step < steps; step++)
          {
            {
              const __typeof__((int)0 + (1000)) mrt_first0 = 0, mrt_bound0 = 1000;
              const mrt_u64 mrt_counts[1] = {MRT_COUNT(int, 2147483647ULL, mrt_first0, mrt_bound0, 1, 0)};
              struct mrt_arg mrt_args[] = {
                {MRT_ARG_BUFFER, MRT_READ | MRT_STATIC | MRT_EAGER, (void *)(x), (mrt_size)(sizeof(x)), 0, "x"},
                {MRT_ARG_BUFFER, MRT_READ | MRT_STATIC | MRT_EAGER, (void *)(y), (mrt_size)(sizeof(y)), 0, "y"},
                {MRT_ARG_BUFFER, MRT_READ | MRT_WRITE | MRT_STATIC, mrt_cells, sizeof mrt_cells, 0, "scalars", "d"},
              };
              if (!(mrt_counts[0] && mrt_launch(&mrt_run, &mrt_kernel_chain_relax_1, mrt_counts, mrt_args, 3))) {
                MRT_HOST(mrt_cells, MRT_READ | MRT_WRITE);
                sum = mrt_cells[0], weight = mrt_cells[1];
                #pragma omp parallel for reduction(+: sum)
                for (i = 0; i < 1000; i++)
                  sum += x[i] * y[i];
                weight = 1.0 / (1.0 + sum);
                mrt_cells[0] = sum, mrt_cells[1] = weight;
                MRT_CHECK(&mrt_run);
              }
            }
            {
            }
            {
              const __typeof__((int)0 + (1000)) mrt_first0 = 0, mrt_bound0 = 1000;
              const mrt_u64 mrt_counts[1] = {MRT_COUNT(int, 2147483647ULL, mrt_first0, mrt_bound0, 1, 0)};
              struct mrt_arg mrt_args[] = {
                {MRT_ARG_BUFFER, MRT_READ | MRT_WRITE | MRT_STATIC | MRT_EAGER, (void *)(x), (mrt_size)(sizeof(x)), 0, "x", "d"},
                {MRT_ARG_BUFFER, MRT_READ | MRT_STATIC | MRT_EAGER, (void *)(y), (mrt_size)(sizeof(y)), 0, "y"},
                {MRT_ARG_BUFFER, MRT_READ | MRT_STATIC, mrt_cells, sizeof mrt_cells, 0, "scalars"},
              };
              if (!(mrt_counts[0] && mrt_launch(&mrt_run, &mrt_kernel_chain_relax_2, mrt_counts, mrt_args, 3))) {
                MRT_HOST(mrt_cells, MRT_READ | MRT_WRITE);
                sum = mrt_cells[0], weight = mrt_cells[1];
                #pragma omp parallel for
                for (i = 0; i < 1000; i++)
                  x[i] = x[i] + weight * y[999 - i];
                mrt_cells[0] = sum, mrt_cells[1] = weight;
                MRT_CHECK(&mrt_run);
              }
            }
          }
          MRT_HOST(mrt_cells, MRT_READ);
          sum = mrt_cells[0], weight = mrt_cells[1];
        }
      }
    }
    mrt_done = 1;
  }
  MRT_QUIET_END
  if (!mrt_done) {
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
  mrt_leave(&mrt_run);
}
# 20 "chain.c"
  return sum;
}
# 0 "chain.mapper.c" 3

