#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

/* lines.c:6:9 (gang, interleave) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void lines_solve_1(__global double (*u_base)[100], long u_offset, __global double (*v_base)[100], long v_offset, ulong mrt_count0)
{
  __global double (*u)[100] = (__global double (*)[100])((__global char *)u_base + u_offset);
  __global double (*v)[100] = (__global double (*)[100])((__global char *)v_base + v_offset);
  __local double line[4][100];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item / 4;
  const uint mrt_line = mrt_item % 4;
  ulong mrt_index = (get_global_id(0) - mrt_item) / MRT_LANES + mrt_line;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int j = (int)mrt_id0;
  if (mrt_inside)
  {
    int i = 0;
    int mrt_first0 = i;
    ulong mrt_trips0 = i < 100 ? (ulong)100 - (ulong)i : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
    {
      i = mrt_first0 + (int)mrt_trip0;
      line[mrt_line][i] = u[j][i];
    }

  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_inside)
  {
    if (mrt_lane == 0)
      for (int i_1 = 1; i_1 < 100; i_1++)
        line[mrt_line][i_1] -= 0.5 * line[mrt_line][i_1 - 1];

  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_inside)
  {
    int i_2 = 0;
    int mrt_first1 = i_2;
    ulong mrt_trips1 = i_2 < 100 ? (ulong)100 - (ulong)i_2 : 0;
    for (ulong mrt_trip1 = mrt_lane; mrt_trip1 < mrt_trips1; mrt_trip1 += MRT_LANES)
    {
      i_2 = mrt_first1 + (int)mrt_trip1;
      v[j][i_2] = line[mrt_line][99 - i_2];
    }

  }
}
#else
__kernel void lines_solve_1(__global double (*u_base)[100], long u_offset, __global double (*v_base)[100], long v_offset, ulong mrt_count0)
{
  __global double (*u)[100] = (__global double (*)[100])((__global char *)u_base + u_offset);
  __global double (*v)[100] = (__global double (*)[100])((__global char *)v_base + v_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int j = (int)mrt_id0;
  double line[100];
  for (int i = 0; i < 100; i++)
    line[i] = u[j][i];

  for (int i_1 = 1; i_1 < 100; i_1++)
    line[i_1] -= 0.5 * line[i_1 - 1];

  for (int i_2 = 0; i_2 < 100; i_2++)
    v[j][i_2] = line[99 - i_2];

}
#endif

/* lines.c:20:9 (gang) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void lines_add_1(__global double (*u_base)[100], long u_offset, __global double (*v_base)[100], long v_offset, __global double *sums_base, long sums_offset, ulong mrt_count0)
{
  __global double (*u)[100] = (__global double (*)[100])((__global char *)u_base + u_offset);
  __global double (*v)[100] = (__global double (*)[100])((__global char *)v_base + v_offset);
  __global double *sums = (__global double *)((__global char *)sums_base + sums_offset);
  __local double line[4][100];
  __local double mrt_tree0[4 * MRT_LANES];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  ulong mrt_index = get_global_id(0) / MRT_LANES;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int j = (int)mrt_id0;
  double sum;
  if (mrt_inside)
  {
    sum = 0.0;
  }
  if (mrt_inside)
  {
    int i = 0;
    int mrt_first0 = i;
    ulong mrt_trips0 = i < 100 ? (ulong)100 - (ulong)i : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
    {
      i = mrt_first0 + (int)mrt_trip0;
      line[mrt_line][i] = u[j][i];
    }

  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_inside)
  {
    if (mrt_lane == 0)
      for (int i_1 = 1; i_1 < 100; i_1++)
        line[mrt_line][i_1] -= 0.5 * line[mrt_line][i_1 - 1];

  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  double mrt_part0 = 0;
  if (mrt_inside)
  {
    int i_2 = 0;
    int mrt_first1 = i_2;
    ulong mrt_trips1 = i_2 < 100 ? (ulong)100 - (ulong)i_2 : 0;
    for (ulong mrt_trip1 = mrt_lane; mrt_trip1 < mrt_trips1; mrt_trip1 += MRT_LANES)
    {
      i_2 = mrt_first1 + (int)mrt_trip1;
      mrt_part0 += line[mrt_line][i_2] * v[j][i_2];
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
        sums[j] = sum;
    }
  }
}
#else
__kernel void lines_add_1(__global double (*u_base)[100], long u_offset, __global double (*v_base)[100], long v_offset, __global double *sums_base, long sums_offset, ulong mrt_count0)
{
  __global double (*u)[100] = (__global double (*)[100])((__global char *)u_base + u_offset);
  __global double (*v)[100] = (__global double (*)[100])((__global char *)v_base + v_offset);
  __global double *sums = (__global double *)((__global char *)sums_base + sums_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int j = (int)mrt_id0;
  double line[100];
  double sum = 0.0;
  for (int i = 0; i < 100; i++)
    line[i] = u[j][i];

  for (int i_1 = 1; i_1 < 100; i_1++)
    line[i_1] -= 0.5 * line[i_1 - 1];

  for (int i_2 = 0; i_2 < 100; i_2++)
    sum += line[i_2] * v[j][i_2];

  sums[j] = sum;
}
#endif
