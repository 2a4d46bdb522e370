#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

/* uneven.c:10:9 (gang) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void uneven_chosen_1(__global int *label_base, long label_offset, int which, __global double *sum_of_base, long sum_of_offset, __global int *row_base, long row_offset, __global double *weight_base, long weight_offset, __global int *adj_base, long adj_offset, ulong mrt_count0)
{
  __global int *label = (__global int *)((__global char *)label_base + label_offset);
  __global double *sum_of = (__global double *)((__global char *)sum_of_base + sum_of_offset);
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global double *weight = (__global double *)((__global char *)weight_base + weight_offset);
  __global int *adj = (__global int *)((__global char *)adj_base + adj_offset);
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
    mrt_when1 = label[v] == which ? 1 : 0;
  mrt_inside = mrt_when1;
  if (mrt_inside)
  {
    {
      if (mrt_lane == 0)
        sum_of[v] = 0;
    }
  }
  mrt_inside = mrt_around1 && !mrt_when1;
  double sum;
  if (mrt_inside)
  {
    sum = 0;
  }
  const int mrt_around2 = mrt_inside;
  int mrt_when2 = 0;
  if (mrt_around2)
    mrt_when2 = row[v + 1] - row[v] > 3 ? 1 : 0;
  mrt_inside = mrt_when2;
  double mrt_part0 = 0;
  if (mrt_inside)
  {
    int k = row[v];
    int mrt_first0 = k;
    ulong mrt_trips0 = k < row[v + 1] ? (ulong)row[v + 1] - (ulong)k : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
    {
      k = mrt_first0 + (int)mrt_trip0;
      mrt_part0 += weight[adj[k]];
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
  }
  mrt_inside = mrt_around2 && !mrt_when2;
  if (mrt_inside)
  {
    sum = -1;
  }
  mrt_inside = mrt_around2;
  if (mrt_inside)
  {
    {
      if (mrt_lane == 0)
        sum_of[v] = sum;
    }
  }
  mrt_inside = mrt_around0;
}
__attribute__((reqd_work_group_size(1 * 256u, 1, 1)))
__kernel void uneven_chosen_1_by_256(__global int *label_base, long label_offset, int which, __global double *sum_of_base, long sum_of_offset, __global int *row_base, long row_offset, __global double *weight_base, long weight_offset, __global int *adj_base, long adj_offset, ulong mrt_count0)
{
  __global int *label = (__global int *)((__global char *)label_base + label_offset);
  __global double *sum_of = (__global double *)((__global char *)sum_of_base + sum_of_offset);
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global double *weight = (__global double *)((__global char *)weight_base + weight_offset);
  __global int *adj = (__global int *)((__global char *)adj_base + adj_offset);
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
    mrt_when1 = label[v] == which ? 1 : 0;
  mrt_inside = mrt_when1;
  if (mrt_inside)
  {
    {
      if (mrt_lane == 0)
        sum_of[v] = 0;
    }
  }
  mrt_inside = mrt_around1 && !mrt_when1;
  double sum;
  if (mrt_inside)
  {
    sum = 0;
  }
  const int mrt_around2 = mrt_inside;
  int mrt_when2 = 0;
  if (mrt_around2)
    mrt_when2 = row[v + 1] - row[v] > 3 ? 1 : 0;
  mrt_inside = mrt_when2;
  double mrt_part0 = 0;
  if (mrt_inside)
  {
    int k = row[v];
    int mrt_first0 = k;
    ulong mrt_trips0 = k < row[v + 1] ? (ulong)row[v + 1] - (ulong)k : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += 256u)
    {
      k = mrt_first0 + (int)mrt_trip0;
      mrt_part0 += weight[adj[k]];
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
  }
  mrt_inside = mrt_around2 && !mrt_when2;
  if (mrt_inside)
  {
    sum = -1;
  }
  mrt_inside = mrt_around2;
  if (mrt_inside)
  {
    {
      if (mrt_lane == 0)
        sum_of[v] = sum;
    }
  }
  mrt_inside = mrt_around0;
}
#else
__kernel void uneven_chosen_1(__global int *label_base, long label_offset, int which, __global double *sum_of_base, long sum_of_offset, __global int *row_base, long row_offset, __global double *weight_base, long weight_offset, __global int *adj_base, long adj_offset, ulong mrt_count0)
{
  __global int *label = (__global int *)((__global char *)label_base + label_offset);
  __global double *sum_of = (__global double *)((__global char *)sum_of_base + sum_of_offset);
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global double *weight = (__global double *)((__global char *)weight_base + weight_offset);
  __global int *adj = (__global int *)((__global char *)adj_base + adj_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int v = (int)mrt_id0;
  do
  {
    if (label[v] == which)
    {
      sum_of[v] = 0;
      continue;
    }
    double sum = 0;
    if (row[v + 1] - row[v] > 3)
    {
      for (int k = row[v]; k < row[v + 1]; k++)
        sum += weight[adj[k]];

    }
    else
      sum = -1;
    sum_of[v] = sum;
  }
  while (0);
}
#endif

/* uneven.c:28:9 (gang) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void uneven_squares_1(__global int *row_base, long row_offset, __global int *adj_base, long adj_offset, __global int *best_of_base, long best_of_offset, ulong mrt_count0)
{
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global int *adj = (__global int *)((__global char *)adj_base + adj_offset);
  __global int *best_of = (__global int *)((__global char *)best_of_base + best_of_offset);
  __local int mrt_tree0[4 * MRT_LANES];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  ulong mrt_index = get_global_id(0) / MRT_LANES;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int v = (int)mrt_id0;
  int found;
  if (mrt_inside)
  {
    found = 0;
  }
  int mrt_part0 = 0;
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
        best_of[v] = found;
    }
  }
}
__attribute__((reqd_work_group_size(1 * 256u, 1, 1)))
__kernel void uneven_squares_1_by_256(__global int *row_base, long row_offset, __global int *adj_base, long adj_offset, __global int *best_of_base, long best_of_offset, ulong mrt_count0)
{
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global int *adj = (__global int *)((__global char *)adj_base + adj_offset);
  __global int *best_of = (__global int *)((__global char *)best_of_base + best_of_offset);
  __local int mrt_tree0[1 * 256u];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % 256u;
  const uint mrt_line = mrt_item / 256u;
  ulong mrt_index = get_global_id(0) / 256u;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int v = (int)mrt_id0;
  int found;
  if (mrt_inside)
  {
    found = 0;
  }
  int mrt_part0 = 0;
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
        best_of[v] = found;
    }
  }
}
#else
__kernel void uneven_squares_1(__global int *row_base, long row_offset, __global int *adj_base, long adj_offset, __global int *best_of_base, long best_of_offset, ulong mrt_count0)
{
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global int *adj = (__global int *)((__global char *)adj_base + adj_offset);
  __global int *best_of = (__global int *)((__global char *)best_of_base + best_of_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int v = (int)mrt_id0;
  int found = 0;
  for (int k = row[v]; k < row[v + 1]; k++)
    for (int j = row[adj[k]]; j < row[adj[k] + 1]; j++)
      if (adj[j] > v)
        found++;


  best_of[v] = found;
}
#endif

/* uneven.c:41:9 (gang) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(1 * MRT_LANES, 1, 1)))
__kernel void uneven_frequent_1(__global int *label_base, long label_offset, __global int *row_base, long row_offset, __global int *adj_base, long adj_offset, __global int *best_of_base, long best_of_offset, ulong mrt_count0)
{
  __global int *label = (__global int *)((__global char *)label_base + label_offset);
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global int *adj = (__global int *)((__global char *)adj_base + adj_offset);
  __global int *best_of = (__global int *)((__global char *)best_of_base + best_of_offset);
  __local int mrt_tree0[1 * MRT_LANES];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  ulong mrt_index = get_global_id(0) / MRT_LANES;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int v = (int)mrt_id0;
  int best;
  int most;
  if (mrt_inside)
  {
    best = label[v];
    most = 0;
  }
  const int mrt_comes0 = mrt_inside;
  if (mrt_comes0)
  {
    for (int k = row[v]; k < row[v + 1]; k++)
    {
      int l;
      int count;
      if (mrt_inside)
      {
        l = label[adj[k]];
        count = 0;
      }
      int mrt_part0 = 0;
      if (mrt_inside)
      {
        int j = row[v];
        int mrt_first0 = j;
        ulong mrt_trips0 = j < row[v + 1] ? (ulong)row[v + 1] - (ulong)j : 0;
        for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
        {
          j = mrt_first0 + (int)mrt_trip0;
          mrt_part0 += label[adj[j]] == l;
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
        count = count + mrt_tree0[mrt_item - mrt_lane];
        if (count > most)
        {
          most = count;
          best = l;
        }
      }
      barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    }

  }
  if (mrt_inside)
  {
    {
      if (mrt_lane == 0)
        best_of[v] = best;
    }
  }
}
#else
__kernel void uneven_frequent_1(__global int *label_base, long label_offset, __global int *row_base, long row_offset, __global int *adj_base, long adj_offset, __global int *best_of_base, long best_of_offset, ulong mrt_count0)
{
  __global int *label = (__global int *)((__global char *)label_base + label_offset);
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global int *adj = (__global int *)((__global char *)adj_base + adj_offset);
  __global int *best_of = (__global int *)((__global char *)best_of_base + best_of_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int v = (int)mrt_id0;
  int best = label[v];
  int most = 0;
  for (int k = row[v]; k < row[v + 1]; k++)
  {
    int l = label[adj[k]];
    int count = 0;
    for (int j = row[v]; j < row[v + 1]; j++)
      count += label[adj[j]] == l;

    if (count > most)
    {
      most = count;
      best = l;
    }
  }

  best_of[v] = best;
}
#endif

/* uneven.c:59:9 (gang) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void uneven_tables_1(__global int *row_base, long row_offset, __global int *label_base, long label_offset, __global int *adj_base, long adj_offset, __global int *best_of_base, long best_of_offset, ulong mrt_count0)
{
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global int *label = (__global int *)((__global char *)label_base + label_offset);
  __global int *adj = (__global int *)((__global char *)adj_base + adj_offset);
  __global int *best_of = (__global int *)((__global char *)best_of_base + best_of_offset);
  __local int count[4][16];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  ulong mrt_index = get_global_id(0) / MRT_LANES;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int v = (int)mrt_id0;
  for (uint mrt_at = mrt_lane; mrt_at < 16; mrt_at += MRT_LANES)
    count[mrt_line][mrt_at] = 0;

  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_inside)
  {
    int k = row[v];
    int mrt_first0 = k;
    ulong mrt_trips0 = k < row[v + 1] ? (ulong)row[v + 1] - (ulong)k : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
    {
      k = mrt_first0 + (int)mrt_trip0;
      atomic_inc(&count[mrt_line][label[adj[k]]]);
    }

  }
  int best;
  if (mrt_inside)
  {
    best = label[v];
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_inside)
  {
    for (int c = 0; c < 16; c++)
      if (count[mrt_line][c] > count[mrt_line][best])
        best = c;

    {
      if (mrt_lane == 0)
        best_of[v] = best;
    }
  }
}
__attribute__((reqd_work_group_size(1 * 256u, 1, 1)))
__kernel void uneven_tables_1_by_256(__global int *row_base, long row_offset, __global int *label_base, long label_offset, __global int *adj_base, long adj_offset, __global int *best_of_base, long best_of_offset, ulong mrt_count0)
{
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global int *label = (__global int *)((__global char *)label_base + label_offset);
  __global int *adj = (__global int *)((__global char *)adj_base + adj_offset);
  __global int *best_of = (__global int *)((__global char *)best_of_base + best_of_offset);
  __local int count[1][16];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % 256u;
  const uint mrt_line = mrt_item / 256u;
  ulong mrt_index = get_global_id(0) / 256u;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int v = (int)mrt_id0;
  for (uint mrt_at = mrt_lane; mrt_at < 16; mrt_at += 256u)
    count[mrt_line][mrt_at] = 0;

  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_inside)
  {
    int k = row[v];
    int mrt_first0 = k;
    ulong mrt_trips0 = k < row[v + 1] ? (ulong)row[v + 1] - (ulong)k : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += 256u)
    {
      k = mrt_first0 + (int)mrt_trip0;
      atomic_inc(&count[mrt_line][label[adj[k]]]);
    }

  }
  int best;
  if (mrt_inside)
  {
    best = label[v];
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_inside)
  {
    for (int c = 0; c < 16; c++)
      if (count[mrt_line][c] > count[mrt_line][best])
        best = c;

    {
      if (mrt_lane == 0)
        best_of[v] = best;
    }
  }
}
#else
__kernel void uneven_tables_1(__global int *row_base, long row_offset, __global int *label_base, long label_offset, __global int *adj_base, long adj_offset, __global int *best_of_base, long best_of_offset, ulong mrt_count0)
{
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global int *label = (__global int *)((__global char *)label_base + label_offset);
  __global int *adj = (__global int *)((__global char *)adj_base + adj_offset);
  __global int *best_of = (__global int *)((__global char *)best_of_base + best_of_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int v = (int)mrt_id0;
  int count[16] = {0};
  for (int k = row[v]; k < row[v + 1]; k++)
    count[label[adj[k]]]++;

  int best = label[v];
  for (int c = 0; c < 16; c++)
    if (count[c] > count[best])
      best = c;

  best_of[v] = best;
}
#endif
