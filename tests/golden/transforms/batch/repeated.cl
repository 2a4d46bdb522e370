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

double repeated_table_1_max(double a, double b);

double repeated_table_1_max(double a, double b)
{
  return a > b ? a : b;
}


/* repeated.c:10:9 (batch) */
__kernel void repeated_table_1(int mrt_lower_i, __global double *t_base, long t_offset, int m, int d, __global double *cost_base, long cost_offset, ulong mrt_count0)
{
  __global double *t = (__global double *)((__global char *)t_base + t_offset);
  __global double *cost = (__global double *)((__global char *)cost_base + cost_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = mrt_lower_i + (int)mrt_id0;
  t[i * (m + 1) + d - i] = repeated_table_1_max(t[(i - 1) * (m + 1) + d - i], t[i * (m + 1) + d - i - 1]) + cost[i];
}
#if MRT_LANES > 1
__kernel void repeated_table_1_batch(__global double *t_base, long t_offset, __global double *cost_base, long cost_offset, struct mrt_batch4 mrt_values, uint mrt_steps, uint mrt_before, volatile __global uint *mrt_arrived)
{
  __global double *t = (__global double *)((__global char *)t_base + t_offset);
  __global double *cost = (__global double *)((__global char *)cost_base + cost_offset);
  for (uint mrt_step = 0; mrt_step < mrt_steps; mrt_step++)
  {
    const ulong mrt_count0 = mrt_values.at[mrt_step][3];
    const uint mrt_total = (uint)mrt_count0;
    for (uint mrt_item = get_global_id(0); mrt_item < mrt_total; mrt_item += get_global_size(0))
    {
      int mrt_lower_i = mrt_values.at[mrt_step][0];
      int m = mrt_values.at[mrt_step][1];
      int d = mrt_values.at[mrt_step][2];
      const ulong mrt_id0 = mrt_item;
      int i = mrt_lower_i + (int)mrt_id0;
      t[i * (m + 1) + d - i] = repeated_table_1_max(t[(i - 1) * (m + 1) + d - i], t[i * (m + 1) + d - i - 1]) + cost[i];
    }

    if (mrt_step + 1 < mrt_steps)
      mrt_arrive(mrt_arrived, mrt_before + (mrt_step + 1) * (uint)get_num_groups(0));
  }

}
#endif

/* repeated.c:20:9 (batch) */
__kernel void repeated_relax_1(__global double *b_base, long b_offset, __global double *a_base, long a_offset, ulong mrt_count0)
{
  __global double *b = (__global double *)((__global char *)b_base + b_offset);
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = 1 + (int)mrt_id0;
  b[i] = 0.5 * (a[i - 1] + a[i + 1]);
}
#if MRT_LANES > 1
__kernel void repeated_relax_1_batch(__global double *b_base, long b_offset, __global double *a_base, long a_offset, struct mrt_batch3 mrt_values, uint mrt_steps, uint mrt_before, volatile __global uint *mrt_arrived)
{
  for (uint mrt_step = 0; mrt_step < mrt_steps; mrt_step++)
  {
    const ulong mrt_count0 = mrt_values.at[mrt_step][0];
    __global double *b = (__global double *)(mrt_values.at[mrt_step][1] == 0 ? (__global char *)b_base + b_offset : (__global char *)a_base + a_offset);
    __global double *a = (__global double *)(mrt_values.at[mrt_step][2] == 0 ? (__global char *)b_base + b_offset : (__global char *)a_base + a_offset);
    const uint mrt_total = (uint)mrt_count0;
    for (uint mrt_item = get_global_id(0); mrt_item < mrt_total; mrt_item += get_global_size(0))
    {
      const ulong mrt_id0 = mrt_item;
      int i = 1 + (int)mrt_id0;
      b[i] = 0.5 * (a[i - 1] + a[i + 1]);
    }

    if (mrt_step + 1 < mrt_steps)
      mrt_arrive(mrt_arrived, mrt_before + (mrt_step + 1) * (uint)get_num_groups(0));
  }

}
#endif
