#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

/* What a work-item has written is seen by all before what it writes next. */
#ifdef MRT_NVIDIA
#define MRT_FENCE() asm volatile("membar.gl;" ::: "memory")
#else
#define MRT_FENCE() mem_fence(CLK_GLOBAL_MEM_FENCE)
#endif

struct mrt_batch2
{
  ulong at[32][2];
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

/* gangs.c:5:9 (gang, schedule, batch) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void gangs_solve_1(int mrt_lower_k, __global int *order_base, long order_offset, __global double *x_base, long x_offset, __global int *row_base, long row_offset, __global double *a_base, long a_offset, __global int *column_base, long column_offset, ulong mrt_count0)
{
  __global int *order = (__global int *)((__global char *)order_base + order_offset);
  __global double *x = (__global double *)((__global char *)x_base + x_offset);
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  __global int *column = (__global int *)((__global char *)column_base + column_offset);
  __local double mrt_tree0[4 * MRT_LANES];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  ulong mrt_index = get_global_id(0) / MRT_LANES;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int k = mrt_lower_k + (int)mrt_id0;
  int i;
  double sum;
  if (mrt_inside)
  {
    i = order[k];
    sum = x[i];
  }
  double mrt_part0 = 0;
  if (mrt_inside)
  {
    int p = row[i];
    int mrt_first0 = p;
    ulong mrt_trips0 = p < row[i + 1] ? (ulong)row[i + 1] - (ulong)p : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
    {
      p = mrt_first0 + (int)mrt_trip0;
      mrt_part0 -= a[p] * x[column[p]];
    }

  }
  mrt_tree0[mrt_item] = mrt_part0;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  for (ulong mrt_half = MRT_LANES / 2; mrt_half > 0; mrt_half /= 2)
  {
    if (mrt_lane < mrt_half)
    {
      mrt_tree0[mrt_item] = mrt_tree0[mrt_item] + mrt_tree0[mrt_item + mrt_half];
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }

  if (mrt_inside)
  {
    sum = sum + mrt_tree0[mrt_item - mrt_lane];
    {
      if (mrt_lane == 0)
        x[i] = 0.5 * sum;
    }
  }
}
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void gangs_solve_1_batch(__global int *order_base, long order_offset, __global double *x_base, long x_offset, __global int *row_base, long row_offset, __global double *a_base, long a_offset, __global int *column_base, long column_offset, struct mrt_batch2 mrt_values, uint mrt_steps, uint mrt_before, volatile __global uint *mrt_arrived)
{
  __global int *order = (__global int *)((__global char *)order_base + order_offset);
  __global double *x = (__global double *)((__global char *)x_base + x_offset);
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  __global int *column = (__global int *)((__global char *)column_base + column_offset);
  __local double mrt_tree0[4 * MRT_LANES];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  for (uint mrt_step = 0; mrt_step < mrt_steps; mrt_step++)
  {
    const ulong mrt_count0 = mrt_values.at[mrt_step][1];
    const uint mrt_total = (uint)mrt_count0;
    for (uint mrt_turn = get_group_id(0); mrt_turn * 4 < mrt_total; mrt_turn += get_num_groups(0))
    {
      int mrt_lower_k = mrt_values.at[mrt_step][0];
      ulong mrt_index = mrt_turn * 4 + mrt_line;
      const int mrt_inside = mrt_index < mrt_count0;
      const ulong mrt_id0 = mrt_index;
      int k = mrt_lower_k + (int)mrt_id0;
      int i;
      double sum;
      if (mrt_inside)
      {
        i = order[k];
        sum = x[i];
      }
      double mrt_part0 = 0;
      if (mrt_inside)
      {
        int p = row[i];
        int mrt_first0 = p;
        ulong mrt_trips0 = p < row[i + 1] ? (ulong)row[i + 1] - (ulong)p : 0;
        for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
        {
          p = mrt_first0 + (int)mrt_trip0;
          mrt_part0 -= a[p] * x[column[p]];
        }

      }
      mrt_tree0[mrt_item] = mrt_part0;
      barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
      for (ulong mrt_half = MRT_LANES / 2; mrt_half > 0; mrt_half /= 2)
      {
        if (mrt_lane < mrt_half)
        {
          mrt_tree0[mrt_item] = mrt_tree0[mrt_item] + mrt_tree0[mrt_item + mrt_half];
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
      }

      if (mrt_inside)
      {
        sum = sum + mrt_tree0[mrt_item - mrt_lane];
        {
          if (mrt_lane == 0)
            x[i] = 0.5 * sum;
        }
      }
      barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    }

    if (mrt_step + 1 < mrt_steps)
      mrt_arrive(mrt_arrived, mrt_before + (mrt_step + 1) * (uint)get_num_groups(0));
  }

}
__kernel void gangs_solve_1_by_1(int mrt_lower_k, __global int *order_base, long order_offset, __global double *x_base, long x_offset, __global int *row_base, long row_offset, __global double *a_base, long a_offset, __global int *column_base, long column_offset, ulong mrt_count0)
{
  __global int *order = (__global int *)((__global char *)order_base + order_offset);
  __global double *x = (__global double *)((__global char *)x_base + x_offset);
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  __global int *column = (__global int *)((__global char *)column_base + column_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int k = mrt_lower_k + (int)mrt_id0;
  int i = order[k];
  double sum = x[i];
  for (int p = row[i]; p < row[i + 1]; p++)
    sum -= a[p] * x[column[p]];

  x[i] = 0.5 * sum;
}
__kernel void gangs_solve_1_by_1_batch(__global int *order_base, long order_offset, __global double *x_base, long x_offset, __global int *row_base, long row_offset, __global double *a_base, long a_offset, __global int *column_base, long column_offset, struct mrt_batch2 mrt_values, uint mrt_steps, uint mrt_before, volatile __global uint *mrt_arrived)
{
  __global int *order = (__global int *)((__global char *)order_base + order_offset);
  __global double *x = (__global double *)((__global char *)x_base + x_offset);
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  __global int *column = (__global int *)((__global char *)column_base + column_offset);
  for (uint mrt_step = 0; mrt_step < mrt_steps; mrt_step++)
  {
    const ulong mrt_count0 = mrt_values.at[mrt_step][1];
    const uint mrt_total = (uint)mrt_count0;
    for (uint mrt_item = get_global_id(0); mrt_item < mrt_total; mrt_item += get_global_size(0))
    {
      int mrt_lower_k = mrt_values.at[mrt_step][0];
      const ulong mrt_id0 = mrt_item;
      int k = mrt_lower_k + (int)mrt_id0;
      int i = order[k];
      double sum = x[i];
      for (int p = row[i]; p < row[i + 1]; p++)
        sum -= a[p] * x[column[p]];

      x[i] = 0.5 * sum;
    }

    if (mrt_step + 1 < mrt_steps)
      mrt_arrive(mrt_arrived, mrt_before + (mrt_step + 1) * (uint)get_num_groups(0));
  }

}
__attribute__((reqd_work_group_size(16 * 8u, 1, 1)))
__kernel void gangs_solve_1_by_8(int mrt_lower_k, __global int *order_base, long order_offset, __global double *x_base, long x_offset, __global int *row_base, long row_offset, __global double *a_base, long a_offset, __global int *column_base, long column_offset, ulong mrt_count0)
{
  __global int *order = (__global int *)((__global char *)order_base + order_offset);
  __global double *x = (__global double *)((__global char *)x_base + x_offset);
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  __global int *column = (__global int *)((__global char *)column_base + column_offset);
  __local double mrt_tree0[16 * 8u];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % 8u;
  const uint mrt_line = mrt_item / 8u;
  ulong mrt_index = get_global_id(0) / 8u;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int k = mrt_lower_k + (int)mrt_id0;
  int i;
  double sum;
  if (mrt_inside)
  {
    i = order[k];
    sum = x[i];
  }
  double mrt_part0 = 0;
  if (mrt_inside)
  {
    int p = row[i];
    int mrt_first0 = p;
    ulong mrt_trips0 = p < row[i + 1] ? (ulong)row[i + 1] - (ulong)p : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += 8u)
    {
      p = mrt_first0 + (int)mrt_trip0;
      mrt_part0 -= a[p] * x[column[p]];
    }

  }
  mrt_tree0[mrt_item] = mrt_part0;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  for (ulong mrt_half = 8u / 2; mrt_half > 0; mrt_half /= 2)
  {
    if (mrt_lane < mrt_half)
    {
      mrt_tree0[mrt_item] = mrt_tree0[mrt_item] + mrt_tree0[mrt_item + mrt_half];
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }

  if (mrt_inside)
  {
    sum = sum + mrt_tree0[mrt_item - mrt_lane];
    {
      if (mrt_lane == 0)
        x[i] = 0.5 * sum;
    }
  }
}
__attribute__((reqd_work_group_size(16 * 8u, 1, 1)))
__kernel void gangs_solve_1_by_8_batch(__global int *order_base, long order_offset, __global double *x_base, long x_offset, __global int *row_base, long row_offset, __global double *a_base, long a_offset, __global int *column_base, long column_offset, struct mrt_batch2 mrt_values, uint mrt_steps, uint mrt_before, volatile __global uint *mrt_arrived)
{
  __global int *order = (__global int *)((__global char *)order_base + order_offset);
  __global double *x = (__global double *)((__global char *)x_base + x_offset);
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  __global int *column = (__global int *)((__global char *)column_base + column_offset);
  __local double mrt_tree0[16 * 8u];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % 8u;
  const uint mrt_line = mrt_item / 8u;
  for (uint mrt_step = 0; mrt_step < mrt_steps; mrt_step++)
  {
    const ulong mrt_count0 = mrt_values.at[mrt_step][1];
    const uint mrt_total = (uint)mrt_count0;
    for (uint mrt_turn = get_group_id(0); mrt_turn * 16 < mrt_total; mrt_turn += get_num_groups(0))
    {
      int mrt_lower_k = mrt_values.at[mrt_step][0];
      ulong mrt_index = mrt_turn * 16 + mrt_line;
      const int mrt_inside = mrt_index < mrt_count0;
      const ulong mrt_id0 = mrt_index;
      int k = mrt_lower_k + (int)mrt_id0;
      int i;
      double sum;
      if (mrt_inside)
      {
        i = order[k];
        sum = x[i];
      }
      double mrt_part0 = 0;
      if (mrt_inside)
      {
        int p = row[i];
        int mrt_first0 = p;
        ulong mrt_trips0 = p < row[i + 1] ? (ulong)row[i + 1] - (ulong)p : 0;
        for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += 8u)
        {
          p = mrt_first0 + (int)mrt_trip0;
          mrt_part0 -= a[p] * x[column[p]];
        }

      }
      mrt_tree0[mrt_item] = mrt_part0;
      barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
      for (ulong mrt_half = 8u / 2; mrt_half > 0; mrt_half /= 2)
      {
        if (mrt_lane < mrt_half)
        {
          mrt_tree0[mrt_item] = mrt_tree0[mrt_item] + mrt_tree0[mrt_item + mrt_half];
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
      }

      if (mrt_inside)
      {
        sum = sum + mrt_tree0[mrt_item - mrt_lane];
        {
          if (mrt_lane == 0)
            x[i] = 0.5 * sum;
        }
      }
      barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    }

    if (mrt_step + 1 < mrt_steps)
      mrt_arrive(mrt_arrived, mrt_before + (mrt_step + 1) * (uint)get_num_groups(0));
  }

}
__attribute__((reqd_work_group_size(1 * 128u, 1, 1)))
__kernel void gangs_solve_1_by_128(int mrt_lower_k, __global int *order_base, long order_offset, __global double *x_base, long x_offset, __global int *row_base, long row_offset, __global double *a_base, long a_offset, __global int *column_base, long column_offset, ulong mrt_count0)
{
  __global int *order = (__global int *)((__global char *)order_base + order_offset);
  __global double *x = (__global double *)((__global char *)x_base + x_offset);
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  __global int *column = (__global int *)((__global char *)column_base + column_offset);
  __local double mrt_tree0[1 * 128u];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % 128u;
  const uint mrt_line = mrt_item / 128u;
  ulong mrt_index = get_global_id(0) / 128u;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int k = mrt_lower_k + (int)mrt_id0;
  int i;
  double sum;
  if (mrt_inside)
  {
    i = order[k];
    sum = x[i];
  }
  double mrt_part0 = 0;
  if (mrt_inside)
  {
    int p = row[i];
    int mrt_first0 = p;
    ulong mrt_trips0 = p < row[i + 1] ? (ulong)row[i + 1] - (ulong)p : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += 128u)
    {
      p = mrt_first0 + (int)mrt_trip0;
      mrt_part0 -= a[p] * x[column[p]];
    }

  }
  mrt_tree0[mrt_item] = mrt_part0;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  for (ulong mrt_half = 128u / 2; mrt_half > 0; mrt_half /= 2)
  {
    if (mrt_lane < mrt_half)
    {
      mrt_tree0[mrt_item] = mrt_tree0[mrt_item] + mrt_tree0[mrt_item + mrt_half];
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }

  if (mrt_inside)
  {
    sum = sum + mrt_tree0[mrt_item - mrt_lane];
    {
      if (mrt_lane == 0)
        x[i] = 0.5 * sum;
    }
  }
}
__attribute__((reqd_work_group_size(1 * 512u, 1, 1)))
__kernel void gangs_solve_1_by_512(int mrt_lower_k, __global int *order_base, long order_offset, __global double *x_base, long x_offset, __global int *row_base, long row_offset, __global double *a_base, long a_offset, __global int *column_base, long column_offset, ulong mrt_count0)
{
  __global int *order = (__global int *)((__global char *)order_base + order_offset);
  __global double *x = (__global double *)((__global char *)x_base + x_offset);
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  __global int *column = (__global int *)((__global char *)column_base + column_offset);
  __local double mrt_tree0[1 * 512u];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % 512u;
  const uint mrt_line = mrt_item / 512u;
  ulong mrt_index = get_global_id(0) / 512u;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int k = mrt_lower_k + (int)mrt_id0;
  int i;
  double sum;
  if (mrt_inside)
  {
    i = order[k];
    sum = x[i];
  }
  double mrt_part0 = 0;
  if (mrt_inside)
  {
    int p = row[i];
    int mrt_first0 = p;
    ulong mrt_trips0 = p < row[i + 1] ? (ulong)row[i + 1] - (ulong)p : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += 512u)
    {
      p = mrt_first0 + (int)mrt_trip0;
      mrt_part0 -= a[p] * x[column[p]];
    }

  }
  mrt_tree0[mrt_item] = mrt_part0;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  for (ulong mrt_half = 512u / 2; mrt_half > 0; mrt_half /= 2)
  {
    if (mrt_lane < mrt_half)
    {
      mrt_tree0[mrt_item] = mrt_tree0[mrt_item] + mrt_tree0[mrt_item + mrt_half];
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }

  if (mrt_inside)
  {
    sum = sum + mrt_tree0[mrt_item - mrt_lane];
    {
      if (mrt_lane == 0)
        x[i] = 0.5 * sum;
    }
  }
}
#else
__kernel void gangs_solve_1(int mrt_lower_k, __global int *order_base, long order_offset, __global double *x_base, long x_offset, __global int *row_base, long row_offset, __global double *a_base, long a_offset, __global int *column_base, long column_offset, ulong mrt_count0)
{
  __global int *order = (__global int *)((__global char *)order_base + order_offset);
  __global double *x = (__global double *)((__global char *)x_base + x_offset);
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  __global int *column = (__global int *)((__global char *)column_base + column_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int k = mrt_lower_k + (int)mrt_id0;
  int i = order[k];
  double sum = x[i];
  for (int p = row[i]; p < row[i + 1]; p++)
    sum -= a[p] * x[column[p]];

  x[i] = 0.5 * sum;
}
#endif

/* gangs.c:19:9 (gang, batch) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void gangs_sums_1(int mrt_lower_i, int m, __global double *weight_base, long weight_offset, __global double *y_base, long y_offset, int d, ulong mrt_count0)
{
  __global double *weight = (__global double *)((__global char *)weight_base + weight_offset);
  __global double *y = (__global double *)((__global char *)y_base + y_offset);
  __local double mrt_tree0[4 * MRT_LANES];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  ulong mrt_index = get_global_id(0) / MRT_LANES;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int i = mrt_lower_i + (int)mrt_id0;
  double sum;
  if (mrt_inside)
  {
    sum = 0.0;
  }
  double mrt_part0 = 0;
  if (mrt_inside)
  {
    int k = 0;
    int mrt_first0 = k;
    ulong mrt_trips0 = k < m ? (ulong)m - (ulong)k : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
    {
      k = mrt_first0 + (int)mrt_trip0;
      mrt_part0 += weight[k] * y[(d - 1) * m + k];
    }

  }
  mrt_tree0[mrt_item] = mrt_part0;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  for (ulong mrt_half = MRT_LANES / 2; mrt_half > 0; mrt_half /= 2)
  {
    if (mrt_lane < mrt_half)
    {
      mrt_tree0[mrt_item] = mrt_tree0[mrt_item] + mrt_tree0[mrt_item + mrt_half];
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }

  if (mrt_inside)
  {
    sum = sum + mrt_tree0[mrt_item - mrt_lane];
    {
      if (mrt_lane == 0)
        y[i * m + d % m] += sum;
    }
  }
}
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void gangs_sums_1_batch(__global double *weight_base, long weight_offset, __global double *y_base, long y_offset, struct mrt_batch4 mrt_values, uint mrt_steps, uint mrt_before, volatile __global uint *mrt_arrived)
{
  __global double *weight = (__global double *)((__global char *)weight_base + weight_offset);
  __global double *y = (__global double *)((__global char *)y_base + y_offset);
  __local double mrt_tree0[4 * MRT_LANES];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  for (uint mrt_step = 0; mrt_step < mrt_steps; mrt_step++)
  {
    const ulong mrt_count0 = mrt_values.at[mrt_step][3];
    const uint mrt_total = (uint)mrt_count0;
    for (uint mrt_turn = get_group_id(0); mrt_turn * 4 < mrt_total; mrt_turn += get_num_groups(0))
    {
      int mrt_lower_i = mrt_values.at[mrt_step][0];
      int m = mrt_values.at[mrt_step][1];
      int d = mrt_values.at[mrt_step][2];
      ulong mrt_index = mrt_turn * 4 + mrt_line;
      const int mrt_inside = mrt_index < mrt_count0;
      const ulong mrt_id0 = mrt_index;
      int i = mrt_lower_i + (int)mrt_id0;
      double sum;
      if (mrt_inside)
      {
        sum = 0.0;
      }
      double mrt_part0 = 0;
      if (mrt_inside)
      {
        int k = 0;
        int mrt_first0 = k;
        ulong mrt_trips0 = k < m ? (ulong)m - (ulong)k : 0;
        for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
        {
          k = mrt_first0 + (int)mrt_trip0;
          mrt_part0 += weight[k] * y[(d - 1) * m + k];
        }

      }
      mrt_tree0[mrt_item] = mrt_part0;
      barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
      for (ulong mrt_half = MRT_LANES / 2; mrt_half > 0; mrt_half /= 2)
      {
        if (mrt_lane < mrt_half)
        {
          mrt_tree0[mrt_item] = mrt_tree0[mrt_item] + mrt_tree0[mrt_item + mrt_half];
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
      }

      if (mrt_inside)
      {
        sum = sum + mrt_tree0[mrt_item - mrt_lane];
        {
          if (mrt_lane == 0)
            y[i * m + d % m] += sum;
        }
      }
      barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    }

    if (mrt_step + 1 < mrt_steps)
      mrt_arrive(mrt_arrived, mrt_before + (mrt_step + 1) * (uint)get_num_groups(0));
  }

}
__kernel void gangs_sums_1_by_1(int mrt_lower_i, int m, __global double *weight_base, long weight_offset, __global double *y_base, long y_offset, int d, ulong mrt_count0)
{
  __global double *weight = (__global double *)((__global char *)weight_base + weight_offset);
  __global double *y = (__global double *)((__global char *)y_base + y_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = mrt_lower_i + (int)mrt_id0;
  double sum = 0.0;
  for (int k = 0; k < m; k++)
    sum += weight[k] * y[(d - 1) * m + k];

  y[i * m + d % m] += sum;
}
#else
__kernel void gangs_sums_1(int mrt_lower_i, int m, __global double *weight_base, long weight_offset, __global double *y_base, long y_offset, int d, ulong mrt_count0)
{
  __global double *weight = (__global double *)((__global char *)weight_base + weight_offset);
  __global double *y = (__global double *)((__global char *)y_base + y_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = mrt_lower_i + (int)mrt_id0;
  double sum = 0.0;
  for (int k = 0; k < m; k++)
    sum += weight[k] * y[(d - 1) * m + k];

  y[i * m + d % m] += sum;
}
#endif
