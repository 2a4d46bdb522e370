# 0 "region.mapper.c" 3
#define MRT_TRACK_ALLOCATIONS
#include "mapper_rt.h"
static struct mrt_region mrt_region_region_smooth_1;
static struct mrt_kernel mrt_kernel_region_smooth_1;
static struct mrt_kernel mrt_kernel_region_smooth_2;
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
  MRT_QUIET
  const double mrt_f[] = {
    mrt_positive((double) (64 - 1) + -1.0) * 5.0 + mrt_positive((double) (64 - 1) + -1.0) * 2.0, /* int_ops */
    0.0, /* float_ops */
    mrt_positive((double) (64 - 1) + -1.0) * 2.0, /* double_ops */
    0.0, /* special_ops */
    mrt_positive((double) (64 - 1) + -1.0) * 3.0 + mrt_positive((double) (64 - 1) + -1.0) * 2.0, /* mem */
    mrt_positive((double) (64 - 1) + -1.0) * 3.0 + mrt_positive((double) (64 - 1) + -1.0) * 2.0, /* coalesced */
    0.0, /* localmem */
    0.0, /* int_atomics */
    0.0, /* float_atomics */
    0.0, /* local_int_atomics */
    0.0, /* local_float_atomics */
    0.0, /* updates */
    0.0, /* branches */
    mrt_positive((double) (64 - 1) + -1.0) + mrt_positive((double) (64 - 1) + -1.0), /* work_items */
    2.0, /* launches */
    0.0, /* steps */
    16.0, /* depth */
    0.0, /* shuttled */
    2.0 * (double) (sizeof(a)) + 2.0 * (double) (sizeof(b)), /* transfer */
  };
  const void *const mrt_p[] = {(const void *)(a), (const void *)(b), 0};
  struct mrt_run mrt_run;
  int mrt_done = 0;
  mrt_enter(&mrt_run, &mrt_region_region_smooth_1, mrt_f, mrt_p);
  if (mrt_run.device && mrt_begin(&mrt_run)) {
    typedef __typeof__(part) mrt_private0;
    typedef __typeof__(weight) mrt_copied0;
    mrt_copied0 mrt_copy0 = weight;
    {
      mrt_private0 part;
      mrt_copied0 weight = mrt_copy0;
      {
        {
          const __typeof__((int)0 + (64 - 1)) mrt_first0 = 1, mrt_bound0 = 64 - 1;
          const mrt_u64 mrt_counts[1] = {MRT_COUNT(int, 2147483647ULL, mrt_first0, mrt_bound0, 1, 0)};
          double mrt_value0 = weight;
          struct mrt_arg mrt_args[] = {
            {MRT_ARG_BUFFER, MRT_READ | MRT_STATIC, (void *)(a), (mrt_size)(sizeof(a)), 0, "a"},
            {MRT_ARG_BUFFER, MRT_WRITE | MRT_STATIC, (void *)(b), (mrt_size)(sizeof(b)), 0, "b", "d"},
            {MRT_ARG_VALUE, 0, &mrt_value0, sizeof mrt_value0, 0, "weight"},
          };
          if (!mrt_launch(&mrt_run, &mrt_kernel_region_smooth_1, mrt_counts, mrt_args, 3)) {
            MRT_HOST(a, MRT_READ);
            MRT_HOST(b, MRT_WRITE);
            #pragma omp parallel for firstprivate(part, weight)
            for (i = 1; i < 64 - 1; i++)
            {
              part = a[i - 1] + a[i + 1];
              b[i] = weight * part;
            }
            MRT_CHECK(&mrt_run);
          }
        }
        {
          rounds++;
        }
        {
          const __typeof__((int)0 + (64 - 1)) mrt_first0 = 1, mrt_bound0 = 64 - 1;
          const mrt_u64 mrt_counts[1] = {MRT_COUNT(int, 2147483647ULL, mrt_first0, mrt_bound0, 1, 0)};
          struct mrt_arg mrt_args[] = {
            {MRT_ARG_BUFFER, MRT_WRITE | MRT_STATIC, (void *)(a), (mrt_size)(sizeof(a)), 0, "a", "d"},
            {MRT_ARG_BUFFER, MRT_READ | MRT_STATIC, (void *)(b), (mrt_size)(sizeof(b)), 0, "b"},
          };
          if (!mrt_launch(&mrt_run, &mrt_kernel_region_smooth_2, mrt_counts, mrt_args, 2)) {
            MRT_HOST(a, MRT_WRITE);
            MRT_HOST(b, MRT_READ);
            #pragma omp parallel for
            for (i = 1; i < 64 - 1; i++)
              a[i] = b[i];
            MRT_CHECK(&mrt_run);
          }
        }
      }
    }
    mrt_done = 1;
  }
  MRT_QUIET_END
  if (!mrt_done) {
    MRT_HOST(a, MRT_READ | MRT_WRITE);
    MRT_HOST(b, MRT_READ | MRT_WRITE);
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
  mrt_leave(&mrt_run);
}
# 24 "region.c"
}

int main(void)
{
# 0 "region.mapper.c" 3
  MRT_HOST_PART(a[3], MRT_WRITE);
# 28 "region.c"
  a[3] = 1;
  smooth(0.5);
# 0 "region.mapper.c" 3
  MRT_HOST(b, MRT_READ);
# 30 "region.c"
  return b[2] + rounds > 1;
}
# 0 "region.mapper.c" 3

