#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

/* The iterations of a work-item: on GPUs neighbours take neighbours, on CPUs each has a part of its own. */
#if MRT_LANES > 1
#define MRT_BEGIN(total) get_global_id(0)
#define MRT_END(total) (total)
#define MRT_STEP get_global_size(0)
#else
#define MRT_FROM get_global_offset(0)
#define MRT_PART(total) (((total) - MRT_FROM + get_global_size(0) - 1) / get_global_size(0))
#define MRT_BEGIN(total) (MRT_FROM + (get_global_id(0) - MRT_FROM) * MRT_PART(total))
#define MRT_END(total) min(total, MRT_BEGIN(total) + MRT_PART(total))
#define MRT_STEP 1
#endif

/* What a work-item has written is seen by all before what it writes next. */
#ifdef MRT_NVIDIA
#define MRT_FENCE() asm volatile("membar.gl;" ::: "memory")
#else
#define MRT_FENCE() mem_fence(CLK_GLOBAL_MEM_FENCE)
#endif

struct mrt_batch3
{
  ulong at[32][3];
};

/* Waits for all work-groups of a launch; what they wrote before can then be read. */
void mrt_arrive(volatile __global uint *arrived, uint goal)
{
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (get_num_groups(0) > 1)
  {
    if (get_local_id(0) == 0)
    {
      MRT_FENCE();
      atomic_inc(arrived);
      while ((int)(atomic_add(arrived, 0) - goal) < 0)
        ;
      MRT_FENCE();
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }
}

/* results.c:10:9 (batch) */
__attribute__((reqd_work_group_size(MRT_GROUP_SIZE, 1, 1)))
__kernel void results_sweep_1(int mrt_lower_i, __global double (*a_base)[24], long a_offset, int d, ulong mrt_count0, __global ulong *mrt_partials)
{
  __global double (*a)[24] = (__global double (*)[24])((__global char *)a_base + a_offset);
  __local double mrt_shared0[MRT_GROUP_SIZE];
  __local double mrt_shared1[MRT_GROUP_SIZE];
  double change = (double)(-INFINITY);
  double least = (double)INFINITY;
  const ulong mrt_total = mrt_count0;
  const ulong mrt_end = MRT_END(mrt_total);
  for (ulong mrt_index = MRT_BEGIN(mrt_total); mrt_index < mrt_end; mrt_index += MRT_STEP)
  {
    const ulong mrt_id0 = mrt_index;
    int i = mrt_lower_i + (int)mrt_id0;
    double v = 0.5 * (a[i][d - i] + 1.0);
    change = v - a[i][d - i] > change ? v - a[i][d - i] : change;
    least = v < least ? v : least;
    a[i][d - i] = v;
  }

  const uint mrt_lane = get_local_id(0);
  mrt_shared0[mrt_lane] = change;
  mrt_shared1[mrt_lane] = least;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_half = MRT_GROUP_SIZE / 2; mrt_half > 0; mrt_half /= 2)
  {
    if (mrt_lane < mrt_half)
    {
      mrt_shared0[mrt_lane] = mrt_shared0[mrt_lane + mrt_half] > mrt_shared0[mrt_lane] ? mrt_shared0[mrt_lane + mrt_half] : mrt_shared0[mrt_lane];
      mrt_shared1[mrt_lane] = mrt_shared1[mrt_lane + mrt_half] < mrt_shared1[mrt_lane] ? mrt_shared1[mrt_lane + mrt_half] : mrt_shared1[mrt_lane];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  if (mrt_lane == 0)
  {
    const size_t mrt_group = get_group_id(0);
    *((__global double *)(&mrt_partials[mrt_group])) = mrt_shared0[0];
    *((__global double *)(&mrt_partials[1 * get_num_groups(0) + mrt_group])) = mrt_shared1[0];
  }
}
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(MRT_GROUP_SIZE, 1, 1)))
__kernel void results_sweep_1_batch(__global double (*a_base)[24], long a_offset, struct mrt_batch3 mrt_values, uint mrt_steps, uint mrt_before, volatile __global uint *mrt_arrived, __global ulong *mrt_partials)
{
  __global double (*a)[24] = (__global double (*)[24])((__global char *)a_base + a_offset);
  __local double mrt_shared0[MRT_GROUP_SIZE];
  __local double mrt_shared1[MRT_GROUP_SIZE];
  double change = (double)(-INFINITY);
  double least = (double)INFINITY;
  for (uint mrt_step = 0; mrt_step < mrt_steps; mrt_step++)
  {
    const ulong mrt_count0 = mrt_values.at[mrt_step][2];
    const uint mrt_total = (uint)mrt_count0;
    for (uint mrt_item = get_global_id(0); mrt_item < mrt_total; mrt_item += get_global_size(0))
    {
      int mrt_lower_i = mrt_values.at[mrt_step][0];
      int d = mrt_values.at[mrt_step][1];
      const ulong mrt_id0 = mrt_item;
      int i = mrt_lower_i + (int)mrt_id0;
      double v = 0.5 * (a[i][d - i] + 1.0);
      change = v - a[i][d - i] > change ? v - a[i][d - i] : change;
      least = v < least ? v : least;
      a[i][d - i] = v;
    }

    if (mrt_step + 1 < mrt_steps)
      mrt_arrive(mrt_arrived, mrt_before + (mrt_step + 1) * (uint)get_num_groups(0));
  }

  const uint mrt_lane = get_local_id(0);
  mrt_shared0[mrt_lane] = change;
  mrt_shared1[mrt_lane] = least;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_half = MRT_GROUP_SIZE / 2; mrt_half > 0; mrt_half /= 2)
  {
    if (mrt_lane < mrt_half)
    {
      mrt_shared0[mrt_lane] = mrt_shared0[mrt_lane + mrt_half] > mrt_shared0[mrt_lane] ? mrt_shared0[mrt_lane + mrt_half] : mrt_shared0[mrt_lane];
      mrt_shared1[mrt_lane] = mrt_shared1[mrt_lane + mrt_half] < mrt_shared1[mrt_lane] ? mrt_shared1[mrt_lane + mrt_half] : mrt_shared1[mrt_lane];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  if (mrt_lane == 0)
  {
    const size_t mrt_group = get_group_id(0);
    *((__global double *)(&mrt_partials[mrt_group])) = mrt_shared0[0];
    *((__global double *)(&mrt_partials[1 * get_num_groups(0) + mrt_group])) = mrt_shared1[0];
  }
}
#endif

/* results.c:25:9 (batch) */
__attribute__((reqd_work_group_size(MRT_GROUP_SIZE, 1, 1)))
__kernel void results_steps_1(int mrt_lower_i, __global int *x_base, long x_offset, int k, ulong mrt_count0, __global ulong *mrt_partials)
{
  __global int *x = (__global int *)((__global char *)x_base + x_offset);
  __local long mrt_shared0[MRT_GROUP_SIZE];
  long odd = 0;
  const ulong mrt_total = mrt_count0;
  const ulong mrt_end = MRT_END(mrt_total);
  for (ulong mrt_index = MRT_BEGIN(mrt_total); mrt_index < mrt_end; mrt_index += MRT_STEP)
  {
    const ulong mrt_id0 = mrt_index;
    int i = mrt_lower_i + (int)mrt_id0;
    x[i] = x[i] * 3 + k;
    odd += x[i] & 1;
  }

  const uint mrt_lane = get_local_id(0);
  mrt_shared0[mrt_lane] = odd;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_half = MRT_GROUP_SIZE / 2; mrt_half > 0; mrt_half /= 2)
  {
    if (mrt_lane < mrt_half)
    {
      mrt_shared0[mrt_lane] = mrt_shared0[mrt_lane] + mrt_shared0[mrt_lane + mrt_half];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  if (mrt_lane == 0)
  {
    const size_t mrt_group = get_group_id(0);
    *((__global long *)(&mrt_partials[mrt_group])) = mrt_shared0[0];
  }
}
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(MRT_GROUP_SIZE, 1, 1)))
__kernel void results_steps_1_batch(__global int *x_base, long x_offset, struct mrt_batch3 mrt_values, uint mrt_steps, uint mrt_before, volatile __global uint *mrt_arrived, __global ulong *mrt_partials)
{
  __global int *x = (__global int *)((__global char *)x_base + x_offset);
  __local long mrt_shared0[MRT_GROUP_SIZE];
  long odd = 0;
  for (uint mrt_step = 0; mrt_step < mrt_steps; mrt_step++)
  {
    const ulong mrt_count0 = mrt_values.at[mrt_step][2];
    const uint mrt_total = (uint)mrt_count0;
    for (uint mrt_item = get_global_id(0); mrt_item < mrt_total; mrt_item += get_global_size(0))
    {
      int mrt_lower_i = mrt_values.at[mrt_step][0];
      int k = mrt_values.at[mrt_step][1];
      const ulong mrt_id0 = mrt_item;
      int i = mrt_lower_i + (int)mrt_id0;
      x[i] = x[i] * 3 + k;
      odd += x[i] & 1;
    }

    if (mrt_step + 1 < mrt_steps)
      mrt_arrive(mrt_arrived, mrt_before + (mrt_step + 1) * (uint)get_num_groups(0));
  }

  const uint mrt_lane = get_local_id(0);
  mrt_shared0[mrt_lane] = odd;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_half = MRT_GROUP_SIZE / 2; mrt_half > 0; mrt_half /= 2)
  {
    if (mrt_lane < mrt_half)
    {
      mrt_shared0[mrt_lane] = mrt_shared0[mrt_lane] + mrt_shared0[mrt_lane + mrt_half];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  if (mrt_lane == 0)
  {
    const size_t mrt_group = get_group_id(0);
    *((__global long *)(&mrt_partials[mrt_group])) = mrt_shared0[0];
  }
}
#endif

/* results.c:38:9 */
__attribute__((reqd_work_group_size(MRT_GROUP_SIZE, 1, 1)))
__kernel void results_sums_1(int mrt_lower_i, __global float *x_base, long x_offset, ulong mrt_count0, __global ulong *mrt_partials)
{
  __global float *x = (__global float *)((__global char *)x_base + x_offset);
  __local float mrt_shared0[MRT_GROUP_SIZE];
  float sum = 0;
  const ulong mrt_total = mrt_count0;
  const ulong mrt_end = MRT_END(mrt_total);
  for (ulong mrt_index = MRT_BEGIN(mrt_total); mrt_index < mrt_end; mrt_index += MRT_STEP)
  {
    const ulong mrt_id0 = mrt_index;
    int i = mrt_lower_i + (int)mrt_id0;
    sum += x[i];
  }

  const uint mrt_lane = get_local_id(0);
  mrt_shared0[mrt_lane] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_half = MRT_GROUP_SIZE / 2; mrt_half > 0; mrt_half /= 2)
  {
    if (mrt_lane < mrt_half)
    {
      mrt_shared0[mrt_lane] = mrt_shared0[mrt_lane] + mrt_shared0[mrt_lane + mrt_half];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  if (mrt_lane == 0)
  {
    const size_t mrt_group = get_group_id(0);
    *((__global float *)(&mrt_partials[mrt_group])) = mrt_shared0[0];
  }
}
