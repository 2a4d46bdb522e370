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

/* sums.c:13:9 (distribute, gang) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void sums_found_1(__global int *label_base, long label_offset, __global int *row_base, long row_offset, __global int *adj_base, long adj_offset, __global int *differs_kept_base, long differs_kept_offset, __global long *sum_kept_base, long sum_kept_offset, __global int *most_kept_base, long most_kept_offset, ulong mrt_count0)
{
  __global int *label = (__global int *)((__global char *)label_base + label_offset);
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global int *adj = (__global int *)((__global char *)adj_base + adj_offset);
  __global int *differs_kept = (__global int *)((__global char *)differs_kept_base + differs_kept_offset);
  __global long *sum_kept = (__global long *)((__global char *)sum_kept_base + sum_kept_offset);
  __global int *most_kept = (__global int *)((__global char *)most_kept_base + most_kept_offset);
  __local long mrt_tree0[4 * MRT_LANES];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  ulong mrt_index = get_global_id(0) / MRT_LANES;
  int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int v = (int)mrt_id0;
  uchar differs;
  long sum;
  int most;
  if (mrt_inside)
  {
    differs = 0;
    sum = 0;
    most = INT_MIN;
  }
  const int mrt_around0 = mrt_inside;
  const int mrt_around1 = mrt_inside;
  int mrt_when1 = 0;
  if (mrt_around1)
    mrt_when1 = label[v] == 3 ? 1 : 0;
  mrt_inside = mrt_when1;
  if (mrt_inside)
  {
    differs = differs | 1;
  }
  mrt_inside = mrt_around1 && !mrt_when1;
  long mrt_part0 = 0;
  if (mrt_inside)
  {
    int k = row[v];
    int mrt_first0 = k;
    ulong mrt_trips0 = k < row[v + 1] ? (ulong)row[v + 1] - (ulong)k : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
    {
      k = mrt_first0 + (int)mrt_trip0;
      mrt_part0 += label[adj[k]];
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
    if (row[v + 1] - row[v] > most)
      most = row[v + 1] - row[v];
  }
  mrt_inside = mrt_around0;
  if (mrt_inside)
  {
    {
      if (mrt_lane == 0)
        differs_kept[v] = differs;
    }
    {
      if (mrt_lane == 0)
        sum_kept[v] = sum;
    }
    {
      if (mrt_lane == 0)
        most_kept[v] = most;
    }
  }
}
__attribute__((reqd_work_group_size(1 * 256u, 1, 1)))
__kernel void sums_found_1_by_256(__global int *label_base, long label_offset, __global int *row_base, long row_offset, __global int *adj_base, long adj_offset, __global int *differs_kept_base, long differs_kept_offset, __global long *sum_kept_base, long sum_kept_offset, __global int *most_kept_base, long most_kept_offset, ulong mrt_count0)
{
  __global int *label = (__global int *)((__global char *)label_base + label_offset);
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global int *adj = (__global int *)((__global char *)adj_base + adj_offset);
  __global int *differs_kept = (__global int *)((__global char *)differs_kept_base + differs_kept_offset);
  __global long *sum_kept = (__global long *)((__global char *)sum_kept_base + sum_kept_offset);
  __global int *most_kept = (__global int *)((__global char *)most_kept_base + most_kept_offset);
  __local long mrt_tree0[1 * 256u];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % 256u;
  const uint mrt_line = mrt_item / 256u;
  ulong mrt_index = get_global_id(0) / 256u;
  int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int v = (int)mrt_id0;
  uchar differs;
  long sum;
  int most;
  if (mrt_inside)
  {
    differs = 0;
    sum = 0;
    most = INT_MIN;
  }
  const int mrt_around0 = mrt_inside;
  const int mrt_around1 = mrt_inside;
  int mrt_when1 = 0;
  if (mrt_around1)
    mrt_when1 = label[v] == 3 ? 1 : 0;
  mrt_inside = mrt_when1;
  if (mrt_inside)
  {
    differs = differs | 1;
  }
  mrt_inside = mrt_around1 && !mrt_when1;
  long mrt_part0 = 0;
  if (mrt_inside)
  {
    int k = row[v];
    int mrt_first0 = k;
    ulong mrt_trips0 = k < row[v + 1] ? (ulong)row[v + 1] - (ulong)k : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += 256u)
    {
      k = mrt_first0 + (int)mrt_trip0;
      mrt_part0 += label[adj[k]];
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
    if (row[v + 1] - row[v] > most)
      most = row[v + 1] - row[v];
  }
  mrt_inside = mrt_around0;
  if (mrt_inside)
  {
    {
      if (mrt_lane == 0)
        differs_kept[v] = differs;
    }
    {
      if (mrt_lane == 0)
        sum_kept[v] = sum;
    }
    {
      if (mrt_lane == 0)
        most_kept[v] = most;
    }
  }
}
#else
__kernel void sums_found_1(__global int *label_base, long label_offset, __global int *row_base, long row_offset, __global int *adj_base, long adj_offset, __global int *differs_kept_base, long differs_kept_offset, __global long *sum_kept_base, long sum_kept_offset, __global int *most_kept_base, long most_kept_offset, ulong mrt_count0)
{
  __global int *label = (__global int *)((__global char *)label_base + label_offset);
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global int *adj = (__global int *)((__global char *)adj_base + adj_offset);
  __global int *differs_kept = (__global int *)((__global char *)differs_kept_base + differs_kept_offset);
  __global long *sum_kept = (__global long *)((__global char *)sum_kept_base + sum_kept_offset);
  __global int *most_kept = (__global int *)((__global char *)most_kept_base + most_kept_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int v = (int)mrt_id0;
  uchar differs = 0;
  long sum = 0;
  int most = INT_MIN;
  do
  {
    if (label[v] == 3)
    {
      differs = differs | 1;
      continue;
    }
    for (int k = row[v]; k < row[v + 1]; k++)
      sum += label[adj[k]];

    if (row[v + 1] - row[v] > most)
      most = row[v + 1] - row[v];
  }
  while (0);
  differs_kept[v] = differs;
  sum_kept[v] = sum;
  most_kept[v] = most;
}
#endif

/* sums.c:13:9 */
__attribute__((reqd_work_group_size(MRT_GROUP_SIZE, 1, 1)))
__kernel void sums_found_1_part2(__global int *differs_kept_base, long differs_kept_offset, __global long *sum_kept_base, long sum_kept_offset, __global int *most_kept_base, long most_kept_offset, ulong mrt_count0, __global ulong *mrt_partials)
{
  __global int *differs_kept = (__global int *)((__global char *)differs_kept_base + differs_kept_offset);
  __global long *sum_kept = (__global long *)((__global char *)sum_kept_base + sum_kept_offset);
  __global int *most_kept = (__global int *)((__global char *)most_kept_base + most_kept_offset);
  __local uchar mrt_shared0[MRT_GROUP_SIZE];
  __local long mrt_shared1[MRT_GROUP_SIZE];
  __local int mrt_shared2[MRT_GROUP_SIZE];
  uchar differs = 0;
  long sum = 0;
  int most = INT_MIN;
  const ulong mrt_total = mrt_count0;
  const ulong mrt_end = MRT_END(mrt_total);
  for (ulong mrt_index = MRT_BEGIN(mrt_total); mrt_index < mrt_end; mrt_index += MRT_STEP)
  {
    const ulong mrt_id0 = mrt_index;
    int v = (int)mrt_id0;
    differs = differs || differs_kept[v];
    sum = sum + sum_kept[v];
    most = most_kept[v] > most ? most_kept[v] : most;
  }

  const uint mrt_lane = get_local_id(0);
  mrt_shared0[mrt_lane] = differs;
  mrt_shared1[mrt_lane] = sum;
  mrt_shared2[mrt_lane] = most;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_half = MRT_GROUP_SIZE / 2; mrt_half > 0; mrt_half /= 2)
  {
    if (mrt_lane < mrt_half)
    {
      mrt_shared0[mrt_lane] = mrt_shared0[mrt_lane] || mrt_shared0[mrt_lane + mrt_half];
      mrt_shared1[mrt_lane] = mrt_shared1[mrt_lane] + mrt_shared1[mrt_lane + mrt_half];
      mrt_shared2[mrt_lane] = mrt_shared2[mrt_lane + mrt_half] > mrt_shared2[mrt_lane] ? mrt_shared2[mrt_lane + mrt_half] : mrt_shared2[mrt_lane];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  if (mrt_lane == 0)
  {
    const size_t mrt_group = get_group_id(0);
    *((__global uchar *)(&mrt_partials[mrt_group])) = mrt_shared0[0];
    *((__global long *)(&mrt_partials[1 * get_num_groups(0) + mrt_group])) = mrt_shared1[0];
    *((__global int *)(&mrt_partials[2 * get_num_groups(0) + mrt_group])) = mrt_shared2[0];
  }
}

/* sums.c:30:9 */
__attribute__((reqd_work_group_size(MRT_GROUP_SIZE, 1, 1)))
__kernel void sums_refused_1(__global int *row_base, long row_offset, __global int *label_base, long label_offset, __global int *adj_base, long adj_offset, int limit, ulong mrt_count0, __global ulong *mrt_partials)
{
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global int *label = (__global int *)((__global char *)label_base + label_offset);
  __global int *adj = (__global int *)((__global char *)adj_base + adj_offset);
  __local double mrt_shared0[MRT_GROUP_SIZE];
  double sum = 0;
  const ulong mrt_total = mrt_count0;
  const ulong mrt_end = MRT_END(mrt_total);
  for (ulong mrt_index = MRT_BEGIN(mrt_total); mrt_index < mrt_end; mrt_index += MRT_STEP)
  {
    const ulong mrt_id0 = mrt_index;
    int v = (int)mrt_id0;
    for (int k = row[v]; k < row[v + 1]; k++)
      sum += label[adj[k]];

    if (sum > limit)
      label[v] = label[v] + 1 - 1;
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
    *((__global double *)(&mrt_partials[mrt_group])) = mrt_shared0[0];
  }
}
