#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

/* turns.c:9:9 (gang) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void turns_solve_1(__global double (*grid_base)[40][3], long grid_offset, double weight, ulong mrt_count0)
{
  __global double (*grid)[40][3] = (__global double (*)[40][3])((__global char *)grid_base + grid_offset);
  __local double x_2[4][40][2];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  ulong mrt_index = get_global_id(0) / MRT_LANES;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int line = (int)mrt_id0;
  int p;
  int m;
  if (mrt_inside)
  {
    p = 0;
    int mrt_first0 = p;
    ulong mrt_trips0 = p < 40 ? (ulong)40 - (ulong)p : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
    {
      p = mrt_first0 + (int)mrt_trip0;
      for (m = 0; m <= 1; m++)
        x_2[mrt_line][p][m] = grid[line][p][m];

    }

  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_inside)
  {
    if (mrt_lane == 0)
      for (p = 1; p < 40; p++)
        for (m = 0; m < 2; m++)
          x_2[mrt_line][p][m] -= weight * x_2[mrt_line][p - 1][m];


  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_inside)
  {
    p = 0;
    int mrt_first1 = p;
    ulong mrt_trips1 = p < 40 ? (ulong)40 - (ulong)p : 0;
    for (ulong mrt_trip1 = mrt_lane; mrt_trip1 < mrt_trips1; mrt_trip1 += MRT_LANES)
    {
      p = mrt_first1 + (int)mrt_trip1;
      for (m = 0; m <= 1; m++)
        grid[line][p][m] = x_2[mrt_line][p][m];

    }

  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_inside)
  {
    p = 0;
    int mrt_first2 = p;
    ulong mrt_trips2 = p < 40 ? (ulong)40 - (ulong)p : 0;
    for (ulong mrt_trip2 = mrt_lane; mrt_trip2 < mrt_trips2; mrt_trip2 += MRT_LANES)
    {
      p = mrt_first2 + (int)mrt_trip2;
      for (m = 2; m <= 2; m++)
        x_2[mrt_line][p][0] = grid[line][p][m];

    }

  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_inside)
  {
    if (mrt_lane == 0)
      for (p = 1; p < 40; p++)
        x_2[mrt_line][p][0] -= 0.5 * x_2[mrt_line][p - 1][0];

  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_inside)
  {
    p = 0;
    int mrt_first3 = p;
    ulong mrt_trips3 = p < 40 ? (ulong)40 - (ulong)p : 0;
    for (ulong mrt_trip3 = mrt_lane; mrt_trip3 < mrt_trips3; mrt_trip3 += MRT_LANES)
    {
      p = mrt_first3 + (int)mrt_trip3;
      for (m = 2; m <= 2; m++)
        grid[line][p][m] = x_2[mrt_line][p][0];

    }

  }
}
#else
__kernel void turns_solve_1(__global double (*grid_base)[40][3], long grid_offset, double weight, ulong mrt_count0)
{
  __global double (*grid)[40][3] = (__global double (*)[40][3])((__global char *)grid_base + grid_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int line = (int)mrt_id0;
  int p;
  int m;
  double x[40][3];
  for (p = 0; p < 40; p++)
    for (m = 0; m < 3; m++)
      x[p][m] = grid[line][p][m];


  for (p = 1; p < 40; p++)
    for (m = 0; m < 2; m++)
      x[p][m] -= weight * x[p - 1][m];


  for (p = 1; p < 40; p++)
    x[p][2] -= 0.5 * x[p - 1][2];

  for (p = 0; p < 40; p++)
    for (m = 0; m < 3; m++)
      grid[line][p][m] = x[p][m];


}
#endif
