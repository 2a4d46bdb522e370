#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

/* cases.c:21:9 (inline, gang, columns) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void cases_constant_columns_1(__global double (*grid_base)[100], long grid_offset, ulong mrt_count0)
{
  __global double (*grid)[100] = (__global double (*)[100])((__global char *)grid_base + grid_offset);
  __local double bands[4][3][100];
  __local double x[4][100];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  ulong mrt_index = get_global_id(0) / MRT_LANES;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int j = (int)mrt_id0;
  float few;
  if (mrt_inside)
  {
    few = 0.125;
  }
  if (mrt_inside)
  {
    int p_2 = 0;
    int mrt_first0 = p_2;
    ulong mrt_trips0 = p_2 < 100 ? (ulong)100 - (ulong)p_2 : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
    {
      p_2 = mrt_first0 + (int)mrt_trip0;
      bands[mrt_line][0][p_2] = 4.0 + grid[j][p_2];
      bands[mrt_line][1][p_2] = p_2 < 50 ? 0.5 : 0.25;
      bands[mrt_line][2][p_2] = 3.0;
      x[mrt_line][p_2] = grid[j][99 - p_2];
    }

  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_inside)
  {
    if (mrt_lane == 0)
      for (int p = 1; p < 100; p++)
      {
        bands[mrt_line][2][p] -= (double)(-1.0) * bands[mrt_line][2][p - 1];
        x[mrt_line][p] = (x[mrt_line][p] - (double)((float)0.125 * 2) * x[mrt_line][p - 1] + bands[mrt_line][1][p]) / (bands[mrt_line][0][p] + bands[mrt_line][2][p - 1]);
      }

  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_inside)
  {
    int p_1 = 0;
    int mrt_first1 = p_1;
    ulong mrt_trips1 = p_1 < 100 ? (ulong)100 - (ulong)p_1 : 0;
    for (ulong mrt_trip1 = mrt_lane; mrt_trip1 < mrt_trips1; mrt_trip1 += MRT_LANES)
    {
      p_1 = mrt_first1 + (int)mrt_trip1;
      grid[j][p_1] = x[mrt_line][p_1] + (double)((float)0.125 * 2);
    }

  }
}
#else
__kernel void cases_constant_columns_1(__global double (*grid_base)[100], long grid_offset, ulong mrt_count0)
{
  __global double (*grid)[100] = (__global double (*)[100])((__global char *)grid_base + grid_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int j = (int)mrt_id0;
  double bands[100][5];
  double x[100];
  float few = 0.125;
  for (int p_2 = 0; p_2 < 100; p_2++)
  {
    bands[p_2][0] = few * 2;
    bands[p_2][1] = 4.0 + grid[j][p_2];
    bands[p_2][2] = p_2 < 50 ? 0.5 : 0.25;
    bands[p_2][3] = -1.0;
    bands[p_2][4] = 3.0;
    x[p_2] = grid[j][99 - p_2];
  }

  for (int p = 1; p < 100; p++)
  {
    bands[p][4] -= bands[p][3] * bands[p - 1][4];
    x[p] = (x[p] - bands[p][0] * x[p - 1] + bands[p][2]) / (bands[p][1] + bands[p - 1][4]);
  }

  for (int p_1 = 0; p_1 < 100; p_1++)
    grid[j][p_1] = x[p_1] + bands[99 - p_1][0];

}
#endif

/* cases.c:37:9 (gang, columns) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void cases_columns_of_integers_1(__global int (*place_base)[100], long place_offset, ulong mrt_count0)
{
  __global int (*place)[100] = (__global int (*)[100])((__global char *)place_base + place_offset);
  __local int next[4][2][100];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  ulong mrt_index = get_global_id(0) / MRT_LANES;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int j = (int)mrt_id0;
  if (mrt_inside)
  {
    int p = 0;
    int mrt_first0 = p;
    ulong mrt_trips0 = p < 100 ? (ulong)100 - (ulong)p : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
    {
      p = mrt_first0 + (int)mrt_trip0;
      next[mrt_line][0][p] = 99 - place[j][p];
      next[mrt_line][1][p] = 1;
    }

  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_inside)
  {
    {
      if (mrt_lane == 0)
        next[mrt_line][1][5] = 0;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_inside)
  {
    if (mrt_lane == 0)
      for (int p_1 = 1; p_1 < 100; p_1++)
        next[mrt_line][0][p_1] = (next[mrt_line][0][p_1] + next[mrt_line][0][(int)2] / (int)2) % 100;

  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_inside)
  {
    int p_2 = 0;
    int mrt_first1 = p_2;
    ulong mrt_trips1 = p_2 < 100 ? (ulong)100 - (ulong)p_2 : 0;
    for (ulong mrt_trip1 = mrt_lane; mrt_trip1 < mrt_trips1; mrt_trip1 += MRT_LANES)
    {
      p_2 = mrt_first1 + (int)mrt_trip1;
      place[j][p_2] = next[mrt_line][0][99 - p_2] + next[mrt_line][1][p_2];
    }

  }
}
#else
__kernel void cases_columns_of_integers_1(__global int (*place_base)[100], long place_offset, ulong mrt_count0)
{
  __global int (*place)[100] = (__global int (*)[100])((__global char *)place_base + place_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int j = (int)mrt_id0;
  int next[100][3];
  for (int p = 0; p < 100; p++)
  {
    next[p][0] = 2;
    next[p][1] = 99 - place[j][p];
    next[p][2] = 1;
  }

  next[5][2] = 0;
  for (int p_1 = 1; p_1 < 100; p_1++)
    next[p_1][1] = (next[p_1][1] + next[next[p_1 - 1][0]][1] / next[p_1][0]) % 100;

  for (int p_2 = 0; p_2 < 100; p_2++)
    place[j][p_2] = next[99 - p_2][1] + next[p_2][2];

}
#endif

/* cases.c:56:9 (gang, columns) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void cases_columns_by_variable_1(__global double (*grid_base)[100], long grid_offset, ulong mrt_count0)
{
  __global double (*grid)[100] = (__global double (*)[100])((__global char *)grid_base + grid_offset);
  __local double two[4][2][100];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  ulong mrt_index = get_global_id(0) / MRT_LANES;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int j = (int)mrt_id0;
  if (mrt_inside)
  {
    int p = 0;
    int mrt_first0 = p;
    ulong mrt_trips0 = p < 100 ? (ulong)100 - (ulong)p : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
    {
      p = mrt_first0 + (int)mrt_trip0;
      two[mrt_line][0][p] = 1.0;
      two[mrt_line][1][p] = grid[j][p];
    }

  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_inside)
  {
    if (mrt_lane == 0)
      for (int p_1 = 1; p_1 < 100; p_1++)
        two[mrt_line][1][p_1] += 0.5 * two[mrt_line][p_1 % 2][p_1 - 1];

  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_inside)
  {
    int p_2 = 0;
    int mrt_first1 = p_2;
    ulong mrt_trips1 = p_2 < 100 ? (ulong)100 - (ulong)p_2 : 0;
    for (ulong mrt_trip1 = mrt_lane; mrt_trip1 < mrt_trips1; mrt_trip1 += MRT_LANES)
    {
      p_2 = mrt_first1 + (int)mrt_trip1;
      grid[j][p_2] = two[mrt_line][1][99 - p_2];
    }

  }
}
#else
__kernel void cases_columns_by_variable_1(__global double (*grid_base)[100], long grid_offset, ulong mrt_count0)
{
  __global double (*grid)[100] = (__global double (*)[100])((__global char *)grid_base + grid_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int j = (int)mrt_id0;
  double two[100][2];
  for (int p = 0; p < 100; p++)
  {
    two[p][0] = 1.0;
    two[p][1] = grid[j][p];
  }

  for (int p_1 = 1; p_1 < 100; p_1++)
    two[p_1][1] += 0.5 * two[p_1 - 1][p_1 % 2];

  for (int p_2 = 0; p_2 < 100; p_2++)
    grid[j][p_2] = two[99 - p_2][1];

}
#endif
