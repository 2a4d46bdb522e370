#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

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

struct mrt_batch4
{
  ulong at[32][4];
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

/* turns.c:5:9 (batch) */
__kernel void turns_wave_1(__global double *next_base, long next_offset, __global double *now_base, long now_offset, __global double *old_base, long old_offset, ulong mrt_count0)
{
  __global double *next = (__global double *)((__global char *)next_base + next_offset);
  __global double *now = (__global double *)((__global char *)now_base + now_offset);
  __global double *old = (__global double *)((__global char *)old_base + old_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = 1 + (int)mrt_id0;
  next[i] = now[i - 1] + now[i + 1] - old[i];
}
#if MRT_LANES > 1
__kernel void turns_wave_1_batch(__global double *next_base, long next_offset, __global double *now_base, long now_offset, __global double *old_base, long old_offset, struct mrt_batch4 mrt_values, uint mrt_steps, uint mrt_before, volatile __global uint *mrt_arrived)
{
  for (uint mrt_step = 0; mrt_step < mrt_steps; mrt_step++)
  {
    const ulong mrt_count0 = mrt_values.at[mrt_step][0];
    __global double *next = (__global double *)(mrt_values.at[mrt_step][1] == 0 ? (__global char *)next_base + next_offset : (mrt_values.at[mrt_step][1] == 1 ? (__global char *)now_base + now_offset : (__global char *)old_base + old_offset));
    __global double *now = (__global double *)(mrt_values.at[mrt_step][2] == 0 ? (__global char *)next_base + next_offset : (mrt_values.at[mrt_step][2] == 1 ? (__global char *)now_base + now_offset : (__global char *)old_base + old_offset));
    __global double *old = (__global double *)(mrt_values.at[mrt_step][3] == 0 ? (__global char *)next_base + next_offset : (mrt_values.at[mrt_step][3] == 1 ? (__global char *)now_base + now_offset : (__global char *)old_base + old_offset));
    const uint mrt_total = (uint)mrt_count0;
    for (uint mrt_item = get_global_id(0); mrt_item < mrt_total; mrt_item += get_global_size(0))
    {
      const ulong mrt_id0 = mrt_item;
      int i = 1 + (int)mrt_id0;
      next[i] = now[i - 1] + now[i + 1] - old[i];
    }

    if (mrt_step + 1 < mrt_steps)
      mrt_arrive(mrt_arrived, mrt_before + (mrt_step + 1) * (uint)get_num_groups(0));
  }

}
#endif

/* turns.c:16:9 (batch) */
__kernel void turns_step_1(__global float *to_base, long to_offset, __global float *from_base, long from_offset, int n, __global float *by_base, long by_offset, ulong mrt_count0)
{
  __global float *to = (__global float *)((__global char *)to_base + to_offset);
  __global float *from = (__global float *)((__global char *)from_base + from_offset);
  __global float *by = (__global float *)((__global char *)by_base + by_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  to[i] = 0.5f * from[n - 1 - i] + by[i];
}
#if MRT_LANES > 1
__kernel void turns_step_1_batch(__global float *to_base, long to_offset, __global float *from_base, long from_offset, __global float *by_base, long by_offset, struct mrt_batch4 mrt_values, uint mrt_steps, uint mrt_before, volatile __global uint *mrt_arrived)
{
  __global float *by = (__global float *)((__global char *)by_base + by_offset);
  for (uint mrt_step = 0; mrt_step < mrt_steps; mrt_step++)
  {
    const ulong mrt_count0 = mrt_values.at[mrt_step][1];
    __global float *to = (__global float *)(mrt_values.at[mrt_step][2] == 0 ? (__global char *)to_base + to_offset : (__global char *)from_base + from_offset);
    __global float *from = (__global float *)(mrt_values.at[mrt_step][3] == 0 ? (__global char *)to_base + to_offset : (__global char *)from_base + from_offset);
    const uint mrt_total = (uint)mrt_count0;
    for (uint mrt_item = get_global_id(0); mrt_item < mrt_total; mrt_item += get_global_size(0))
    {
      int n = mrt_values.at[mrt_step][0];
      const ulong mrt_id0 = mrt_item;
      int i = (int)mrt_id0;
      to[i] = 0.5f * from[n - 1 - i] + by[i];
    }

    if (mrt_step + 1 < mrt_steps)
      mrt_arrive(mrt_arrived, mrt_before + (mrt_step + 1) * (uint)get_num_groups(0));
  }

}
#endif

/* turns.c:38:9 (batch) */
__kernel void turns_parity_1(__global double *to_base, long to_offset, __global double *from_base, long from_offset, ulong mrt_count0)
{
  __global double *to = (__global double *)((__global char *)to_base + to_offset);
  __global double *from = (__global double *)((__global char *)from_base + from_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = 1 + (int)mrt_id0;
  to[i] = from[i - 1] + from[i + 1];
}
#if MRT_LANES > 1
__kernel void turns_parity_1_batch(__global double *to_base, long to_offset, __global double *from_base, long from_offset, struct mrt_batch3 mrt_values, uint mrt_steps, uint mrt_before, volatile __global uint *mrt_arrived)
{
  for (uint mrt_step = 0; mrt_step < mrt_steps; mrt_step++)
  {
    const ulong mrt_count0 = mrt_values.at[mrt_step][0];
    __global double *to = (__global double *)(mrt_values.at[mrt_step][1] == 0 ? (__global char *)to_base + to_offset : (__global char *)from_base + from_offset);
    __global double *from = (__global double *)(mrt_values.at[mrt_step][2] == 0 ? (__global char *)to_base + to_offset : (__global char *)from_base + from_offset);
    const uint mrt_total = (uint)mrt_count0;
    for (uint mrt_item = get_global_id(0); mrt_item < mrt_total; mrt_item += get_global_size(0))
    {
      const ulong mrt_id0 = mrt_item;
      int i = 1 + (int)mrt_id0;
      to[i] = from[i - 1] + from[i + 1];
    }

    if (mrt_step + 1 < mrt_steps)
      mrt_arrive(mrt_arrived, mrt_before + (mrt_step + 1) * (uint)get_num_groups(0));
  }

}
#endif

/* turns.c:48:9 */
__kernel void turns_rows_1(__global double *to_base, long to_offset, __global double *from_base, long from_offset, ulong mrt_count0)
{
  __global double *to = (__global double *)((__global char *)to_base + to_offset);
  __global double *from = (__global double *)((__global char *)from_base + from_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  to[i] = from[i] * 2;
}
