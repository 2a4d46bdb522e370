#pragma OPENCL FP_CONTRACT OFF

/* ends.c:8:9 (gang) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void ends_less_1(__global int *row_base, long row_offset, __global int *adj_base, long adj_offset, int most, __global int *level_base, long level_offset, __global int *sum_of_base, long sum_of_offset, ulong mrt_count0)
{
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global int *adj = (__global int *)((__global char *)adj_base + adj_offset);
  __global int *level = (__global int *)((__global char *)level_base + level_offset);
  __global int *sum_of = (__global int *)((__global char *)sum_of_base + sum_of_offset);
  __local int mrt_tree0[4 * MRT_LANES];
  __local int mrt_tree1[4 * MRT_LANES];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  ulong mrt_index = get_global_id(0) / MRT_LANES;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int v = (int)mrt_id0;
  int sum;
  int end;
  if (mrt_inside)
  {
    sum = 0;
    end = row[v + 1];
  }
  int mrt_part0 = INT_MAX;
  if (mrt_inside)
  {
    int k_ends = row[v];
    int mrt_first0 = k_ends;
    ulong mrt_trips0 = k_ends < row[v + 1] ? (ulong)row[v + 1] - (ulong)k_ends : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
    {
      k_ends = mrt_first0 + (int)mrt_trip0;
      int u_ends = adj[k_ends];
      if (u_ends > v + most)
        mrt_part0 = k_ends < mrt_part0 ? k_ends : mrt_part0;
    }

  }
  mrt_tree0[mrt_item] = mrt_part0;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  for (ulong mrt_half = MRT_LANES / 2; mrt_half > 0; mrt_half /= 2)
  {
    if (mrt_lane < mrt_half)
    {
      mrt_tree0[mrt_item] = mrt_tree0[mrt_item + mrt_half] < mrt_tree0[mrt_item] ? mrt_tree0[mrt_item + mrt_half] : mrt_tree0[mrt_item];
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }

  if (mrt_inside)
  {
    end = mrt_tree0[mrt_item - mrt_lane] < end ? mrt_tree0[mrt_item - mrt_lane] : end;
  }
  int mrt_part1 = 0;
  if (mrt_inside)
  {
    int k = row[v];
    int mrt_first1 = k;
    ulong mrt_trips1 = k < end ? (ulong)end - (ulong)k : 0;
    for (ulong mrt_trip1 = mrt_lane; mrt_trip1 < mrt_trips1; mrt_trip1 += MRT_LANES)
    {
      k = mrt_first1 + (int)mrt_trip1;
      int u = adj[k];
      mrt_part1 += level[u];
    }

  }
  mrt_tree1[mrt_item] = mrt_part1;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  for (ulong mrt_half = MRT_LANES / 2; mrt_half > 0; mrt_half /= 2)
  {
    if (mrt_lane < mrt_half)
    {
      mrt_tree1[mrt_item] = mrt_tree1[mrt_item] + mrt_tree1[mrt_item + mrt_half];
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }

  if (mrt_inside)
  {
    sum = sum + mrt_tree1[mrt_item - mrt_lane];
    {
      if (mrt_lane == 0)
        sum_of[v] = sum;
    }
  }
}
__attribute__((reqd_work_group_size(1 * 256u, 1, 1)))
__kernel void ends_less_1_by_256(__global int *row_base, long row_offset, __global int *adj_base, long adj_offset, int most, __global int *level_base, long level_offset, __global int *sum_of_base, long sum_of_offset, ulong mrt_count0)
{
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global int *adj = (__global int *)((__global char *)adj_base + adj_offset);
  __global int *level = (__global int *)((__global char *)level_base + level_offset);
  __global int *sum_of = (__global int *)((__global char *)sum_of_base + sum_of_offset);
  __local int mrt_tree0[1 * 256u];
  __local int mrt_tree1[1 * 256u];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % 256u;
  const uint mrt_line = mrt_item / 256u;
  ulong mrt_index = get_global_id(0) / 256u;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int v = (int)mrt_id0;
  int sum;
  int end;
  if (mrt_inside)
  {
    sum = 0;
    end = row[v + 1];
  }
  int mrt_part0 = INT_MAX;
  if (mrt_inside)
  {
    int k_ends = row[v];
    int mrt_first0 = k_ends;
    ulong mrt_trips0 = k_ends < row[v + 1] ? (ulong)row[v + 1] - (ulong)k_ends : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += 256u)
    {
      k_ends = mrt_first0 + (int)mrt_trip0;
      int u_ends = adj[k_ends];
      if (u_ends > v + most)
        mrt_part0 = k_ends < mrt_part0 ? k_ends : mrt_part0;
    }

  }
  mrt_tree0[mrt_item] = mrt_part0;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  for (ulong mrt_half = 256u / 2; mrt_half > 0; mrt_half /= 2)
  {
    if (mrt_lane < mrt_half)
    {
      mrt_tree0[mrt_item] = mrt_tree0[mrt_item + mrt_half] < mrt_tree0[mrt_item] ? mrt_tree0[mrt_item + mrt_half] : mrt_tree0[mrt_item];
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }

  if (mrt_inside)
  {
    end = mrt_tree0[mrt_item - mrt_lane] < end ? mrt_tree0[mrt_item - mrt_lane] : end;
  }
  int mrt_part1 = 0;
  if (mrt_inside)
  {
    int k = row[v];
    int mrt_first1 = k;
    ulong mrt_trips1 = k < end ? (ulong)end - (ulong)k : 0;
    for (ulong mrt_trip1 = mrt_lane; mrt_trip1 < mrt_trips1; mrt_trip1 += 256u)
    {
      k = mrt_first1 + (int)mrt_trip1;
      int u = adj[k];
      mrt_part1 += level[u];
    }

  }
  mrt_tree1[mrt_item] = mrt_part1;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  for (ulong mrt_half = 256u / 2; mrt_half > 0; mrt_half /= 2)
  {
    if (mrt_lane < mrt_half)
    {
      mrt_tree1[mrt_item] = mrt_tree1[mrt_item] + mrt_tree1[mrt_item + mrt_half];
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }

  if (mrt_inside)
  {
    sum = sum + mrt_tree1[mrt_item - mrt_lane];
    {
      if (mrt_lane == 0)
        sum_of[v] = sum;
    }
  }
}
#else
__kernel void ends_less_1(__global int *row_base, long row_offset, __global int *adj_base, long adj_offset, int most, __global int *level_base, long level_offset, __global int *sum_of_base, long sum_of_offset, ulong mrt_count0)
{
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global int *adj = (__global int *)((__global char *)adj_base + adj_offset);
  __global int *level = (__global int *)((__global char *)level_base + level_offset);
  __global int *sum_of = (__global int *)((__global char *)sum_of_base + sum_of_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int v = (int)mrt_id0;
  int sum = 0;
  for (int k = row[v]; k < row[v + 1]; k++)
  {
    int u = adj[k];
    if (u > v + most)
      break;
    sum += level[u];
  }

  sum_of[v] = sum;
}
#endif

/* ends.c:23:9 */
__kernel void ends_refused_1(__global int *row_base, long row_offset, __global int *level_base, long level_offset, __global int *adj_base, long adj_offset, int depth, __global int *sum_of_base, long sum_of_offset, ulong mrt_count0)
{
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global int *level = (__global int *)((__global char *)level_base + level_offset);
  __global int *adj = (__global int *)((__global char *)adj_base + adj_offset);
  __global int *sum_of = (__global int *)((__global char *)sum_of_base + sum_of_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int v = (int)mrt_id0;
  int sum = 0;
  for (int k = row[v]; k < row[v + 1]; k++)
  {
    if (level[adj[k]] == depth)
      break;
    sum += level[k % 40];
  }

  sum_of[v] = sum;
}
