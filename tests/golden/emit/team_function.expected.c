# 0 "team_function.mapper.c" 3
#define MRT_TRACK_ALLOCATIONS
#include "mapper_rt.h"
static struct mrt_region mrt_region_team_function_run_region_1;
static struct mrt_kernel mrt_kernel_team_function_norm_1;
static struct mrt_kernel mrt_kernel_team_function_scale_1;
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
  MRT_QUIET
  const double mrt_f[] = {
    mrt_positive((double) steps) * mrt_positive((double) n) + mrt_positive((double) steps) * mrt_positive((double) n), /* int_ops */
    0.0, /* float_ops */
    mrt_positive((double) steps) * mrt_positive((double) n) + mrt_positive((double) steps) * mrt_positive((double) n), /* double_ops */
    0.0, /* special_ops */
    mrt_positive((double) steps) * mrt_positive((double) n) + mrt_positive((double) steps) * (mrt_positive((double) n) * 2.0), /* mem */
    mrt_positive((double) steps) * mrt_positive((double) n) + mrt_positive((double) steps) * (mrt_positive((double) n) * 2.0), /* coalesced */
    0.0, /* localmem */
    0.0, /* int_atomics */
    0.0, /* float_atomics */
    0.0, /* local_int_atomics */
    0.0, /* local_float_atomics */
    0.0, /* updates */
    0.0, /* branches */
    mrt_positive((double) steps) * mrt_positive((double) n) + mrt_positive((double) steps) * mrt_positive((double) n), /* work_items */
    mrt_positive((double) steps) * 2.0 + mrt_positive((double) steps), /* launches */
    0.0, /* steps */
    mrt_positive((double) steps) * 4.0 + mrt_positive((double) steps) * 5.0, /* depth */
    0.0, /* shuttled */
    2.0 * (double) (((long) n <= 0L ? 0L : (long) n) * sizeof(*x)), /* transfer */
  };
  const void *const mrt_p[] = {(const void *)(x), 0};
  struct mrt_run mrt_run;
  int mrt_done = 0;
  mrt_enter(&mrt_run, &mrt_region_team_function_run_region_1, mrt_f, mrt_p);
  if (mrt_run.device && mrt_begin(&mrt_run)) {
    extern __typeof__(norm) mrt_team_norm;
    typedef __typeof__(found) mrt_copied0;
    mrt_copied0 mrt_copy0 = found;
    {
      mrt_copied0 found = mrt_copy0;
      for (int step = 0; step < steps; step++)
      {
        found = mrt_team_norm(x, n);
      }
    }
    mrt_done = 1;
  }
  MRT_QUIET_END
  if (!mrt_done) {
# 28 "team_function.c"
#pragma omp parallel firstprivate(found)
  for (int step = 0; step < steps; step++)
    found = norm(x, n);
# 0 "team_function.mapper.c" 3
  }
  mrt_leave(&mrt_run);
}
# 31 "team_function.c"
  return sum;
}
# 0 "team_function.mapper.c" 3
/* ---- functions that regions call, for the device path ---- */

MRT_QUIET

extern __typeof__(norm) mrt_team_norm;
double mrt_team_norm(double *x, int n)
{
  struct mrt_run *const mrt_run = mrt_running();
  extern __typeof__(scale) mrt_team_team_function_scale_5bd9ec64;
  {
    mrt_team_team_function_scale_5bd9ec64(x, n);
    {
      sum = x[0];
    }
    {
      const __typeof__((int)0 + (n)) mrt_first0 = 0, mrt_bound0 = n;
      const mrt_u64 mrt_counts[1] = {MRT_COUNT(int, 2147483647ULL, mrt_first0, mrt_bound0, 1, 0)};
      double mrt_result0 = 0;
      struct mrt_arg mrt_args[] = {
        {MRT_ARG_BUFFER, MRT_READ | MRT_EAGER, (void *)(x), (mrt_size)(((long) n <= 0L ? 0L : (long) n) * sizeof(*x)), 0, "x"},
        {MRT_ARG_REDUCTION, MRT_SUM | MRT_DOUBLE, &mrt_result0, sizeof mrt_result0, 0, "sum"},
      };
      if (!mrt_launch(mrt_run, &mrt_kernel_team_function_norm_1, mrt_counts, mrt_args, 2)) {
        MRT_NOTE(mrt_run, 0, double, sum);
        #pragma omp parallel for reduction(+: sum) firstprivate(n, x)
        for (int i = 0; i < n; i++)
          sum += x[i];
        MRT_NOTE(mrt_run, 0, double, sum);
        MRT_CHECK(mrt_run);
      } else if (mrt_counts[0]) {
        sum = sum + mrt_result0;
      }
    }
    return sum;
  }
}

extern __typeof__(scale) mrt_team_team_function_scale_5bd9ec64;
void mrt_team_team_function_scale_5bd9ec64(double x[], int n)
{
  struct mrt_run *const mrt_run = mrt_running();
  {
    int i;
    {
      const __typeof__((int)0 + (n)) mrt_first0 = 0, mrt_bound0 = n;
      const mrt_u64 mrt_counts[1] = {MRT_COUNT(int, 2147483647ULL, mrt_first0, mrt_bound0, 1, 0)};
      struct mrt_arg mrt_args[] = {
        {MRT_ARG_BUFFER, MRT_READ | MRT_WRITE | MRT_EAGER | MRT_ESCAPED, (void *)(x), (mrt_size)(((long) n <= 0L ? 0L : (long) n) * sizeof(*x)), 0, "x", "d"},
      };
      if (!mrt_launch(mrt_run, &mrt_kernel_team_function_scale_1, mrt_counts, mrt_args, 1)) {
        #pragma omp parallel for firstprivate(n, x)
        for (i = 0; i < n; i++)
          x[i] *= 2;
        MRT_CHECK(mrt_run);
      }
    }
  }
}

MRT_QUIET_END


