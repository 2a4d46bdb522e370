#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

/* uneven.c:11:9 (gang, collapse) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void uneven_counted_1(__global int *level_base, long level_offset, int depth, __global int *row_base, long row_offset, __global int *adj_base, long adj_offset, __global double *paths_base, long paths_offset, ulong mrt_count0)
{
  __global int *level = (__global int *)((__global char *)level_base + level_offset);
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global int *adj = (__global int *)((__global char *)adj_base + adj_offset);
  __global double *paths = (__global double *)((__global char *)paths_base + paths_offset);
  __local double mrt_tree0[4 * MRT_LANES];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  ulong mrt_index = get_global_id(0) / MRT_LANES;
  int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int v = (int)mrt_id0;
  const int mrt_around0 = mrt_inside;
  const int mrt_around1 = mrt_inside;
  int mrt_when1 = 0;
  if (mrt_around1)
    mrt_when1 = level[v] != depth + 1 ? 1 : 0;
  mrt_inside = mrt_when1;
  mrt_inside = mrt_around1 && !mrt_when1;
  double sum;
  if (mrt_inside)
  {
    sum = 0;
  }
  double mrt_part0 = 0;
  if (mrt_inside)
  {
    int k = row[v];
    int mrt_first0 = k;
    ulong mrt_trips0 = k < row[v + 1] ? (ulong)row[v + 1] - (ulong)k : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
    {
      k = mrt_first0 + (int)mrt_trip0;
      if (level[adj[k]] == depth)
        mrt_part0 += paths[adj[k]];
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
        paths[v] = sum;
    }
  }
  mrt_inside = mrt_around0;
}
__attribute__((reqd_work_group_size(1 * 256u, 1, 1)))
__kernel void uneven_counted_1_by_256(__global int *level_base, long level_offset, int depth, __global int *row_base, long row_offset, __global int *adj_base, long adj_offset, __global double *paths_base, long paths_offset, ulong mrt_count0)
{
  __global int *level = (__global int *)((__global char *)level_base + level_offset);
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global int *adj = (__global int *)((__global char *)adj_base + adj_offset);
  __global double *paths = (__global double *)((__global char *)paths_base + paths_offset);
  __local double mrt_tree0[1 * 256u];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % 256u;
  const uint mrt_line = mrt_item / 256u;
  ulong mrt_index = get_global_id(0) / 256u;
  int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int v = (int)mrt_id0;
  const int mrt_around0 = mrt_inside;
  const int mrt_around1 = mrt_inside;
  int mrt_when1 = 0;
  if (mrt_around1)
    mrt_when1 = level[v] != depth + 1 ? 1 : 0;
  mrt_inside = mrt_when1;
  mrt_inside = mrt_around1 && !mrt_when1;
  double sum;
  if (mrt_inside)
  {
    sum = 0;
  }
  double mrt_part0 = 0;
  if (mrt_inside)
  {
    int k = row[v];
    int mrt_first0 = k;
    ulong mrt_trips0 = k < row[v + 1] ? (ulong)row[v + 1] - (ulong)k : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += 256u)
    {
      k = mrt_first0 + (int)mrt_trip0;
      if (level[adj[k]] == depth)
        mrt_part0 += paths[adj[k]];
    }

  }
  mrt_tree0[mrt_item] = mrt_part0;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  for (ulong mrt_half = 256u / 2; mrt_half > 0; mrt_half /= 2)
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
        paths[v] = sum;
    }
  }
  mrt_inside = mrt_around0;
}
__attribute__((reqd_work_group_size(256, 1, 1)))
__kernel void uneven_counted_1_by_elements(__global int *level_base, long level_offset, int depth, __global int *row_base, long row_offset, __global int *adj_base, long adj_offset, __global double *paths_base, long paths_offset, ulong mrt_count0, __global ulong *mrt_carries, __global ulong *mrt_firsts)
{
  __global int *level = (__global int *)((__global char *)level_base + level_offset);
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global int *adj = (__global int *)((__global char *)adj_base + adj_offset);
  __global double *paths = (__global double *)((__global char *)paths_base + paths_offset);
  const __global int *mrt_rows = row + ((long)0 + 0);
  const ulong mrt_base = (ulong)mrt_rows[0];
  const ulong mrt_total = mrt_count0 + ((ulong)mrt_rows[mrt_count0] - mrt_base);
  const uint mrt_item = get_local_id(0);
  __local double mrt_values0[1280];
  __local double mrt_tails0[256];
  __local uint mrt_ends[1280];
  __local uint mrt_closed[256];
  const ulong mrt_group = get_global_id(0) / 256;
  const ulong mrt_groups = (mrt_total + (1280 - 1)) / 1280;
  const ulong mrt_begin = min(mrt_group * 1280, mrt_total);
  const ulong mrt_end = min(mrt_begin + 1280, mrt_total);
  const ulong mrt_first = mrt_firsts[mrt_group];
  const ulong mrt_from = mrt_begin - mrt_first;
  const uint mrt_ending = (uint)(mrt_firsts[mrt_group + 1] - mrt_first);
  const uint mrt_elements = (uint)(mrt_end - mrt_begin) - mrt_ending;
  for (uint mrt_at = mrt_item; mrt_at < mrt_ending; mrt_at += 256)
    mrt_ends[mrt_at] = (uint)((ulong)mrt_rows[mrt_first + mrt_at + 1] - mrt_base - mrt_from);

  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_at = mrt_item; mrt_at < mrt_elements; mrt_at += 256)
  {
    int k = (int)(mrt_base + mrt_from + mrt_at);
    uint mrt_low = 0;
    uint mrt_high = mrt_ending;
    while (mrt_low < mrt_high)
    {
      const uint mrt_middle = (mrt_low + mrt_high) / 2;
      if (mrt_ends[mrt_middle] <= mrt_at)
        mrt_low = mrt_middle + 1;
      else
        mrt_high = mrt_middle;
    }

    const ulong mrt_id0 = mrt_first + mrt_low;
    int v = (int)mrt_id0;
    double mrt_part0 = 0;
    do
    {
      if (level[v] != depth + 1)
      {
        break;
      }
      {
        if (level[adj[k]] == depth)
          mrt_part0 += paths[adj[k]];
      }
    }
    while (0);
    mrt_values0[mrt_at] = mrt_part0;
  }

  barrier(CLK_LOCAL_MEM_FENCE);
  const uint mrt_place = min(mrt_item * 5, mrt_elements + mrt_ending);
  const uint mrt_after = min(mrt_place + 5, mrt_elements + mrt_ending);
  uint mrt_row = 0;
  uint mrt_beyond = min(mrt_place, mrt_ending);
  while (mrt_row < mrt_beyond)
  {
    const uint mrt_middle = (mrt_row + mrt_beyond) / 2;
    if (mrt_ends[mrt_middle] + mrt_middle < mrt_place)
      mrt_row = mrt_middle + 1;
    else
      mrt_beyond = mrt_middle;
  }

  const uint mrt_open = mrt_row;
  uint mrt_next = mrt_place - mrt_row;
  double mrt_sum0 = 0;
  double mrt_lead0 = 0;
  for (uint mrt_at = mrt_place; mrt_at < mrt_after; mrt_at++)
  {
    if (mrt_row < mrt_ending && mrt_ends[mrt_row] <= mrt_next)
    {
      if (mrt_row == mrt_open)
        mrt_lead0 = mrt_sum0;
      else
        mrt_values0[1279 - mrt_row] = mrt_sum0;
      mrt_sum0 = 0;
      mrt_row++;
    }
    else
    {
      const double mrt_value0 = mrt_values0[mrt_next];
      mrt_sum0 = mrt_sum0 + mrt_value0;
      mrt_next++;
    }
  }

  mrt_tails0[mrt_item] = mrt_sum0;
  mrt_closed[mrt_item] = mrt_row > mrt_open;
  barrier(CLK_LOCAL_MEM_FENCE);
  #pragma unroll 1
  for (uint mrt_by = 1; mrt_by < 256; mrt_by *= 2)
  {
    const int mrt_joins = mrt_item >= mrt_by && !mrt_closed[mrt_item];
    const uint mrt_mark = mrt_joins ? mrt_closed[mrt_item - mrt_by] : 0;
    double mrt_tail0 = mrt_tails0[mrt_item];
    if (mrt_joins)
    {
      const double mrt_before0 = mrt_tails0[mrt_item - mrt_by];
      mrt_tail0 = mrt_before0 + mrt_tail0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (mrt_joins)
    {
      mrt_closed[mrt_item] = mrt_mark;
      mrt_tails0[mrt_item] = mrt_tail0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  if (mrt_row > mrt_open)
  {
    const double mrt_tail0 = mrt_item > 0 ? mrt_tails0[mrt_item - 1] : (double)0;
    mrt_values0[1279 - mrt_open] = mrt_tail0 + mrt_lead0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_at = mrt_item; mrt_at < mrt_ending; mrt_at += 256)
  {
    const ulong mrt_id0 = mrt_first + mrt_at;
    if (mrt_at == 0 && mrt_id0 + ((ulong)mrt_rows[mrt_id0] - mrt_base) < mrt_begin)
    {
      *((__global double *)(&mrt_carries[1 * mrt_groups + mrt_group])) = mrt_values0[1279];
      continue;
    }
    double mrt_whole0 = mrt_values0[1279 - mrt_at];
    int v = (int)mrt_id0;
    do
    {
      if (level[v] != depth + 1)
        continue;
      double sum = 0;
      {
        sum = sum + mrt_whole0;
      }
      paths[v] = sum;
    }
    while (0);
  }

  if (mrt_item == 255)
  {
    *((__global double *)(&mrt_carries[0 * mrt_groups + mrt_group])) = mrt_tails0[mrt_item];
  }
}
__attribute__((reqd_work_group_size(128, 1, 1)))
__kernel void uneven_counted_1_carried(__global int *level_base, long level_offset, int depth, __global int *row_base, long row_offset, __global int *adj_base, long adj_offset, __global double *paths_base, long paths_offset, ulong mrt_count0, __global ulong *mrt_carries, __global ulong *mrt_firsts)
{
  __global int *level = (__global int *)((__global char *)level_base + level_offset);
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global int *adj = (__global int *)((__global char *)adj_base + adj_offset);
  __global double *paths = (__global double *)((__global char *)paths_base + paths_offset);
  const __global int *mrt_rows = row + ((long)0 + 0);
  const ulong mrt_base = (ulong)mrt_rows[0];
  const ulong mrt_total = mrt_count0 + ((ulong)mrt_rows[mrt_count0] - mrt_base);
  const uint mrt_item = get_local_id(0);
  __local double mrt_tree0[128];
  const uint mrt_lane = mrt_item % 32;
  const ulong mrt_group = get_global_id(0) / 32;
  const ulong mrt_groups = (mrt_total + (1280 - 1)) / 1280;
  const ulong mrt_begin = min(mrt_group * 1280, mrt_total);
  const ulong mrt_end = min(mrt_begin + 1280, mrt_total);
  const ulong mrt_id0 = mrt_group < mrt_groups ? mrt_firsts[mrt_group] : mrt_count0;
  ulong mrt_start = 0;
  ulong mrt_finish = mrt_total;
  if (mrt_id0 < mrt_count0)
  {
    mrt_start = mrt_id0 + ((ulong)mrt_rows[mrt_id0] - mrt_base);
    mrt_finish = mrt_id0 + ((ulong)mrt_rows[mrt_id0 + 1] - mrt_base);
  }
  const int mrt_mine = mrt_id0 < mrt_count0 && mrt_start < mrt_begin && mrt_finish < mrt_end;
  double mrt_sum0 = 0;
  if (mrt_mine)
    for (ulong mrt_at = mrt_start / 1280 + mrt_lane; mrt_at < mrt_group; mrt_at += 32)
    {
      const double mrt_tail0 = *((__global double *)(&mrt_carries[0 * mrt_groups + mrt_at]));
      mrt_sum0 = mrt_sum0 + mrt_tail0;
    }

  mrt_tree0[mrt_item] = mrt_sum0;
  barrier(CLK_LOCAL_MEM_FENCE);
  #pragma unroll 1
  for (uint mrt_half = 16; mrt_half > 0; mrt_half /= 2)
  {
    if (mrt_lane < mrt_half)
    {
      mrt_tree0[mrt_item] = mrt_tree0[mrt_item] + mrt_tree0[mrt_item + mrt_half];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  if (mrt_mine && mrt_lane == 0)
  {
    const double mrt_lead0 = *((__global double *)(&mrt_carries[1 * mrt_groups + mrt_group]));
    double mrt_whole0 = mrt_tree0[mrt_item] + mrt_lead0;
    int v = (int)mrt_id0;
    do
    {
      if (level[v] != depth + 1)
        continue;
      double sum = 0;
      {
        sum = sum + mrt_whole0;
      }
      paths[v] = sum;
    }
    while (0);
  }
}
__attribute__((reqd_work_group_size(256, 1, 1)))
__kernel void uneven_counted_1_rising(__global int *level_base, long level_offset, int depth, __global int *row_base, long row_offset, __global int *adj_base, long adj_offset, __global double *paths_base, long paths_offset, ulong mrt_count0, __global ulong *mrt_carries, __global ulong *mrt_firsts)
{
  __global int *level = (__global int *)((__global char *)level_base + level_offset);
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global int *adj = (__global int *)((__global char *)adj_base + adj_offset);
  __global double *paths = (__global double *)((__global char *)paths_base + paths_offset);
  const __global int *mrt_rows = row + ((long)0 + 0);
  const ulong mrt_base = (ulong)mrt_rows[0];
  const ulong mrt_total = mrt_count0 + ((ulong)mrt_rows[mrt_count0] - mrt_base);
  const uint mrt_item = get_local_id(0);
  __local uint mrt_found[2];
  if (mrt_item < 2)
    mrt_found[mrt_item] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  ulong mrt_longest = 0;
  uint mrt_falls = 0;
  for (ulong mrt_at = get_global_id(0); mrt_at < mrt_count0; mrt_at += get_global_size(0))
  {
    if (mrt_rows[mrt_at] > mrt_rows[mrt_at + 1])
      mrt_falls = 1;
    else
      mrt_longest = max(mrt_longest, (ulong)mrt_rows[mrt_at + 1] - (ulong)mrt_rows[mrt_at]);
  }

  if (mrt_falls)
    atomic_or(&mrt_found[0], 1u);
  atomic_max(&mrt_found[1], (uint)min(mrt_longest, (ulong)UINT_MAX));
  barrier(CLK_LOCAL_MEM_FENCE);
  __global uint *mrt_results = (__global uint *)mrt_carries;
  if (mrt_item == 0)
  {
    if (mrt_found[0] != 0)
      atomic_or(&mrt_results[0], 1u);
    atomic_max(&mrt_results[1], mrt_found[1]);
  }
  if (get_global_id(0) == 0)
  {
    if (mrt_rows[0] < 0 || (ulong)((int)mrt_rows[mrt_count0]) != (ulong)mrt_rows[mrt_count0])
      atomic_or(&mrt_results[0], 1u);
    mrt_carries[1] = mrt_total - mrt_count0;
  }
}
__attribute__((reqd_work_group_size(256, 1, 1)))
__kernel void uneven_counted_1_borders(__global int *level_base, long level_offset, int depth, __global int *row_base, long row_offset, __global int *adj_base, long adj_offset, __global double *paths_base, long paths_offset, ulong mrt_count0, __global ulong *mrt_carries, __global ulong *mrt_firsts)
{
  __global int *level = (__global int *)((__global char *)level_base + level_offset);
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global int *adj = (__global int *)((__global char *)adj_base + adj_offset);
  __global double *paths = (__global double *)((__global char *)paths_base + paths_offset);
  const __global int *mrt_rows = row + ((long)0 + 0);
  const ulong mrt_base = (ulong)mrt_rows[0];
  const ulong mrt_total = mrt_count0 + ((ulong)mrt_rows[mrt_count0] - mrt_base);
  const uint mrt_item = get_local_id(0);
  const ulong mrt_number = get_global_id(0);
  if (mrt_number > (mrt_total + (1280 - 1)) / 1280)
    return;
  const ulong mrt_border = min(mrt_number * 1280, mrt_total);
  ulong mrt_low = 0;
  ulong mrt_high = mrt_count0;
  while (mrt_low < mrt_high)
  {
    const ulong mrt_middle = (mrt_low + mrt_high) / 2;
    if ((ulong)mrt_rows[mrt_middle + 1] - mrt_base + mrt_middle < mrt_border)
      mrt_low = mrt_middle + 1;
    else
      mrt_high = mrt_middle;
  }

  mrt_firsts[mrt_number] = mrt_low;
}
#else
__kernel void uneven_counted_1(__global int *level_base, long level_offset, int depth, __global int *row_base, long row_offset, __global int *adj_base, long adj_offset, __global double *paths_base, long paths_offset, ulong mrt_count0)
{
  __global int *level = (__global int *)((__global char *)level_base + level_offset);
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global int *adj = (__global int *)((__global char *)adj_base + adj_offset);
  __global double *paths = (__global double *)((__global char *)paths_base + paths_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int v = (int)mrt_id0;
  do
  {
    if (level[v] != depth + 1)
      continue;
    double sum = 0;
    for (int k = row[v]; k < row[v + 1]; k++)
      if (level[adj[k]] == depth)
        sum += paths[adj[k]];

    paths[v] = sum;
  }
  while (0);
}
#endif

/* uneven.c:25:9 (gang, collapse) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void uneven_squares_1(__global int *row_base, long row_offset, __global int *adj_base, long adj_offset, __global long *squares_of_base, long squares_of_offset, ulong mrt_count0)
{
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global int *adj = (__global int *)((__global char *)adj_base + adj_offset);
  __global long *squares_of = (__global long *)((__global char *)squares_of_base + squares_of_offset);
  __local long mrt_tree0[4 * MRT_LANES];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  ulong mrt_index = get_global_id(0) / MRT_LANES;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int v = (int)mrt_id0;
  long found;
  if (mrt_inside)
  {
    found = 0;
  }
  long mrt_part0 = 0;
  if (mrt_inside)
  {
    int k = row[v];
    int mrt_first0 = k;
    ulong mrt_trips0 = k < row[v + 1] ? (ulong)row[v + 1] - (ulong)k : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
    {
      k = mrt_first0 + (int)mrt_trip0;
      for (int j = row[adj[k]]; j < row[adj[k] + 1]; j++)
        if (adj[j] > v)
          mrt_part0++;

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
    found = found + mrt_tree0[mrt_item - mrt_lane];
    {
      if (mrt_lane == 0)
        squares_of[v] = found;
    }
  }
}
__attribute__((reqd_work_group_size(1 * 256u, 1, 1)))
__kernel void uneven_squares_1_by_256(__global int *row_base, long row_offset, __global int *adj_base, long adj_offset, __global long *squares_of_base, long squares_of_offset, ulong mrt_count0)
{
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global int *adj = (__global int *)((__global char *)adj_base + adj_offset);
  __global long *squares_of = (__global long *)((__global char *)squares_of_base + squares_of_offset);
  __local long mrt_tree0[1 * 256u];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % 256u;
  const uint mrt_line = mrt_item / 256u;
  ulong mrt_index = get_global_id(0) / 256u;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int v = (int)mrt_id0;
  long found;
  if (mrt_inside)
  {
    found = 0;
  }
  long mrt_part0 = 0;
  if (mrt_inside)
  {
    int k = row[v];
    int mrt_first0 = k;
    ulong mrt_trips0 = k < row[v + 1] ? (ulong)row[v + 1] - (ulong)k : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += 256u)
    {
      k = mrt_first0 + (int)mrt_trip0;
      for (int j = row[adj[k]]; j < row[adj[k] + 1]; j++)
        if (adj[j] > v)
          mrt_part0++;

    }

  }
  mrt_tree0[mrt_item] = mrt_part0;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  for (ulong mrt_half = 256u / 2; mrt_half > 0; mrt_half /= 2)
  {
    if (mrt_lane < mrt_half)
    {
      mrt_tree0[mrt_item] = mrt_tree0[mrt_item] + mrt_tree0[mrt_item + mrt_half];
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }

  if (mrt_inside)
  {
    found = found + mrt_tree0[mrt_item - mrt_lane];
    {
      if (mrt_lane == 0)
        squares_of[v] = found;
    }
  }
}
__attribute__((reqd_work_group_size(256, 1, 1)))
__kernel void uneven_squares_1_by_elements(__global int *row_base, long row_offset, __global int *adj_base, long adj_offset, __global long *squares_of_base, long squares_of_offset, ulong mrt_count0, __global ulong *mrt_carries, __global ulong *mrt_firsts)
{
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global int *adj = (__global int *)((__global char *)adj_base + adj_offset);
  __global long *squares_of = (__global long *)((__global char *)squares_of_base + squares_of_offset);
  const __global int *mrt_rows = row + ((long)0 + 0);
  const ulong mrt_base = (ulong)mrt_rows[0];
  const ulong mrt_total = mrt_count0 + ((ulong)mrt_rows[mrt_count0] - mrt_base);
  const uint mrt_item = get_local_id(0);
  __local long mrt_values0[1280];
  __local long mrt_tails0[256];
  __local uint mrt_ends[1280];
  __local uint mrt_closed[256];
  const ulong mrt_group = get_global_id(0) / 256;
  const ulong mrt_groups = (mrt_total + (1280 - 1)) / 1280;
  const ulong mrt_begin = min(mrt_group * 1280, mrt_total);
  const ulong mrt_end = min(mrt_begin + 1280, mrt_total);
  const ulong mrt_first = mrt_firsts[mrt_group];
  const ulong mrt_from = mrt_begin - mrt_first;
  const uint mrt_ending = (uint)(mrt_firsts[mrt_group + 1] - mrt_first);
  const uint mrt_elements = (uint)(mrt_end - mrt_begin) - mrt_ending;
  for (uint mrt_at = mrt_item; mrt_at < mrt_ending; mrt_at += 256)
    mrt_ends[mrt_at] = (uint)((ulong)mrt_rows[mrt_first + mrt_at + 1] - mrt_base - mrt_from);

  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_at = mrt_item; mrt_at < mrt_elements; mrt_at += 256)
  {
    int k = (int)(mrt_base + mrt_from + mrt_at);
    uint mrt_low = 0;
    uint mrt_high = mrt_ending;
    while (mrt_low < mrt_high)
    {
      const uint mrt_middle = (mrt_low + mrt_high) / 2;
      if (mrt_ends[mrt_middle] <= mrt_at)
        mrt_low = mrt_middle + 1;
      else
        mrt_high = mrt_middle;
    }

    const ulong mrt_id0 = mrt_first + mrt_low;
    int v = (int)mrt_id0;
    long mrt_part0 = 0;
    for (int j = row[adj[k]]; j < row[adj[k] + 1]; j++)
      if (adj[j] > v)
        mrt_part0++;

    mrt_values0[mrt_at] = mrt_part0;
  }

  barrier(CLK_LOCAL_MEM_FENCE);
  const uint mrt_place = min(mrt_item * 5, mrt_elements + mrt_ending);
  const uint mrt_after = min(mrt_place + 5, mrt_elements + mrt_ending);
  uint mrt_row = 0;
  uint mrt_beyond = min(mrt_place, mrt_ending);
  while (mrt_row < mrt_beyond)
  {
    const uint mrt_middle = (mrt_row + mrt_beyond) / 2;
    if (mrt_ends[mrt_middle] + mrt_middle < mrt_place)
      mrt_row = mrt_middle + 1;
    else
      mrt_beyond = mrt_middle;
  }

  const uint mrt_open = mrt_row;
  uint mrt_next = mrt_place - mrt_row;
  long mrt_sum0 = 0;
  long mrt_lead0 = 0;
  for (uint mrt_at = mrt_place; mrt_at < mrt_after; mrt_at++)
  {
    if (mrt_row < mrt_ending && mrt_ends[mrt_row] <= mrt_next)
    {
      if (mrt_row == mrt_open)
        mrt_lead0 = mrt_sum0;
      else
        mrt_values0[1279 - mrt_row] = mrt_sum0;
      mrt_sum0 = 0;
      mrt_row++;
    }
    else
    {
      const long mrt_value0 = mrt_values0[mrt_next];
      mrt_sum0 = mrt_sum0 + mrt_value0;
      mrt_next++;
    }
  }

  mrt_tails0[mrt_item] = mrt_sum0;
  mrt_closed[mrt_item] = mrt_row > mrt_open;
  barrier(CLK_LOCAL_MEM_FENCE);
  #pragma unroll 1
  for (uint mrt_by = 1; mrt_by < 256; mrt_by *= 2)
  {
    const int mrt_joins = mrt_item >= mrt_by && !mrt_closed[mrt_item];
    const uint mrt_mark = mrt_joins ? mrt_closed[mrt_item - mrt_by] : 0;
    long mrt_tail0 = mrt_tails0[mrt_item];
    if (mrt_joins)
    {
      const long mrt_before0 = mrt_tails0[mrt_item - mrt_by];
      mrt_tail0 = mrt_before0 + mrt_tail0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (mrt_joins)
    {
      mrt_closed[mrt_item] = mrt_mark;
      mrt_tails0[mrt_item] = mrt_tail0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  if (mrt_row > mrt_open)
  {
    const long mrt_tail0 = mrt_item > 0 ? mrt_tails0[mrt_item - 1] : (long)0;
    mrt_values0[1279 - mrt_open] = mrt_tail0 + mrt_lead0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_at = mrt_item; mrt_at < mrt_ending; mrt_at += 256)
  {
    const ulong mrt_id0 = mrt_first + mrt_at;
    if (mrt_at == 0 && mrt_id0 + ((ulong)mrt_rows[mrt_id0] - mrt_base) < mrt_begin)
    {
      *((__global long *)(&mrt_carries[1 * mrt_groups + mrt_group])) = mrt_values0[1279];
      continue;
    }
    long mrt_whole0 = mrt_values0[1279 - mrt_at];
    int v = (int)mrt_id0;
    long found = 0;
    found = found + mrt_whole0;
    squares_of[v] = found;
  }

  if (mrt_item == 255)
  {
    *((__global long *)(&mrt_carries[0 * mrt_groups + mrt_group])) = mrt_tails0[mrt_item];
  }
}
__attribute__((reqd_work_group_size(128, 1, 1)))
__kernel void uneven_squares_1_carried(__global int *row_base, long row_offset, __global int *adj_base, long adj_offset, __global long *squares_of_base, long squares_of_offset, ulong mrt_count0, __global ulong *mrt_carries, __global ulong *mrt_firsts)
{
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global int *adj = (__global int *)((__global char *)adj_base + adj_offset);
  __global long *squares_of = (__global long *)((__global char *)squares_of_base + squares_of_offset);
  const __global int *mrt_rows = row + ((long)0 + 0);
  const ulong mrt_base = (ulong)mrt_rows[0];
  const ulong mrt_total = mrt_count0 + ((ulong)mrt_rows[mrt_count0] - mrt_base);
  const uint mrt_item = get_local_id(0);
  __local long mrt_tree0[128];
  const uint mrt_lane = mrt_item % 32;
  const ulong mrt_group = get_global_id(0) / 32;
  const ulong mrt_groups = (mrt_total + (1280 - 1)) / 1280;
  const ulong mrt_begin = min(mrt_group * 1280, mrt_total);
  const ulong mrt_end = min(mrt_begin + 1280, mrt_total);
  const ulong mrt_id0 = mrt_group < mrt_groups ? mrt_firsts[mrt_group] : mrt_count0;
  ulong mrt_start = 0;
  ulong mrt_finish = mrt_total;
  if (mrt_id0 < mrt_count0)
  {
    mrt_start = mrt_id0 + ((ulong)mrt_rows[mrt_id0] - mrt_base);
    mrt_finish = mrt_id0 + ((ulong)mrt_rows[mrt_id0 + 1] - mrt_base);
  }
  const int mrt_mine = mrt_id0 < mrt_count0 && mrt_start < mrt_begin && mrt_finish < mrt_end;
  long mrt_sum0 = 0;
  if (mrt_mine)
    for (ulong mrt_at = mrt_start / 1280 + mrt_lane; mrt_at < mrt_group; mrt_at += 32)
    {
      const long mrt_tail0 = *((__global long *)(&mrt_carries[0 * mrt_groups + mrt_at]));
      mrt_sum0 = mrt_sum0 + mrt_tail0;
    }

  mrt_tree0[mrt_item] = mrt_sum0;
  barrier(CLK_LOCAL_MEM_FENCE);
  #pragma unroll 1
  for (uint mrt_half = 16; mrt_half > 0; mrt_half /= 2)
  {
    if (mrt_lane < mrt_half)
    {
      mrt_tree0[mrt_item] = mrt_tree0[mrt_item] + mrt_tree0[mrt_item + mrt_half];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  if (mrt_mine && mrt_lane == 0)
  {
    const long mrt_lead0 = *((__global long *)(&mrt_carries[1 * mrt_groups + mrt_group]));
    long mrt_whole0 = mrt_tree0[mrt_item] + mrt_lead0;
    int v = (int)mrt_id0;
    long found = 0;
    found = found + mrt_whole0;
    squares_of[v] = found;
  }
}
__attribute__((reqd_work_group_size(256, 1, 1)))
__kernel void uneven_squares_1_rising(__global int *row_base, long row_offset, __global int *adj_base, long adj_offset, __global long *squares_of_base, long squares_of_offset, ulong mrt_count0, __global ulong *mrt_carries, __global ulong *mrt_firsts)
{
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global int *adj = (__global int *)((__global char *)adj_base + adj_offset);
  __global long *squares_of = (__global long *)((__global char *)squares_of_base + squares_of_offset);
  const __global int *mrt_rows = row + ((long)0 + 0);
  const ulong mrt_base = (ulong)mrt_rows[0];
  const ulong mrt_total = mrt_count0 + ((ulong)mrt_rows[mrt_count0] - mrt_base);
  const uint mrt_item = get_local_id(0);
  __local uint mrt_found[2];
  if (mrt_item < 2)
    mrt_found[mrt_item] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  ulong mrt_longest = 0;
  uint mrt_falls = 0;
  for (ulong mrt_at = get_global_id(0); mrt_at < mrt_count0; mrt_at += get_global_size(0))
  {
    if (mrt_rows[mrt_at] > mrt_rows[mrt_at + 1])
      mrt_falls = 1;
    else
      mrt_longest = max(mrt_longest, (ulong)mrt_rows[mrt_at + 1] - (ulong)mrt_rows[mrt_at]);
  }

  if (mrt_falls)
    atomic_or(&mrt_found[0], 1u);
  atomic_max(&mrt_found[1], (uint)min(mrt_longest, (ulong)UINT_MAX));
  barrier(CLK_LOCAL_MEM_FENCE);
  __global uint *mrt_results = (__global uint *)mrt_carries;
  if (mrt_item == 0)
  {
    if (mrt_found[0] != 0)
      atomic_or(&mrt_results[0], 1u);
    atomic_max(&mrt_results[1], mrt_found[1]);
  }
  if (get_global_id(0) == 0)
  {
    if (mrt_rows[0] < 0 || (ulong)((int)mrt_rows[mrt_count0]) != (ulong)mrt_rows[mrt_count0])
      atomic_or(&mrt_results[0], 1u);
    mrt_carries[1] = mrt_total - mrt_count0;
  }
}
__attribute__((reqd_work_group_size(256, 1, 1)))
__kernel void uneven_squares_1_borders(__global int *row_base, long row_offset, __global int *adj_base, long adj_offset, __global long *squares_of_base, long squares_of_offset, ulong mrt_count0, __global ulong *mrt_carries, __global ulong *mrt_firsts)
{
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global int *adj = (__global int *)((__global char *)adj_base + adj_offset);
  __global long *squares_of = (__global long *)((__global char *)squares_of_base + squares_of_offset);
  const __global int *mrt_rows = row + ((long)0 + 0);
  const ulong mrt_base = (ulong)mrt_rows[0];
  const ulong mrt_total = mrt_count0 + ((ulong)mrt_rows[mrt_count0] - mrt_base);
  const uint mrt_item = get_local_id(0);
  const ulong mrt_number = get_global_id(0);
  if (mrt_number > (mrt_total + (1280 - 1)) / 1280)
    return;
  const ulong mrt_border = min(mrt_number * 1280, mrt_total);
  ulong mrt_low = 0;
  ulong mrt_high = mrt_count0;
  while (mrt_low < mrt_high)
  {
    const ulong mrt_middle = (mrt_low + mrt_high) / 2;
    if ((ulong)mrt_rows[mrt_middle + 1] - mrt_base + mrt_middle < mrt_border)
      mrt_low = mrt_middle + 1;
    else
      mrt_high = mrt_middle;
  }

  mrt_firsts[mrt_number] = mrt_low;
}
#else
__kernel void uneven_squares_1(__global int *row_base, long row_offset, __global int *adj_base, long adj_offset, __global long *squares_of_base, long squares_of_offset, ulong mrt_count0)
{
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global int *adj = (__global int *)((__global char *)adj_base + adj_offset);
  __global long *squares_of = (__global long *)((__global char *)squares_of_base + squares_of_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int v = (int)mrt_id0;
  long found = 0;
  for (int k = row[v]; k < row[v + 1]; k++)
    for (int j = row[adj[k]]; j < row[adj[k] + 1]; j++)
      if (adj[j] > v)
        found++;


  squares_of[v] = found;
}
#endif
