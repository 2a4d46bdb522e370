#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

/* lines.c:6:9 (fuse) */
__kernel void lines_scale_1(__global double (*field_base)[40][40], long field_offset, double by, ulong mrt_count0, ulong mrt_count1, ulong mrt_count2)
{
  __global double (*field)[40][40] = (__global double (*)[40][40])((__global char *)field_base + field_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  const ulong mrt_id2 = get_global_id(2);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1 || mrt_id2 >= mrt_count2)
    return;
  int i = 1 + (int)mrt_id0;
  int j = 1 + (int)mrt_id1;
  int k = 1 + (int)mrt_id2;
  field[k][j][i] *= by;
}

/* lines.c:25:9 (fuse, gang) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void lines_solve_1(__global double (*field_base)[40][40], long field_offset, __global double (*weight_base)[40][40], long weight_offset, __global double (*speed_base)[40], long speed_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global double (*field)[40][40] = (__global double (*)[40][40])((__global char *)field_base + field_offset);
  __global double (*weight)[40][40] = (__global double (*)[40][40])((__global char *)weight_base + weight_offset);
  __global double (*speed)[40] = (__global double (*)[40])((__global char *)speed_base + speed_offset);
  __local double line[4][40];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  ulong mrt_index = get_global_id(0) / MRT_LANES;
  const int mrt_inside = mrt_index < mrt_count0 * mrt_count1;
  const ulong mrt_id0 = mrt_index % mrt_count0;
  const ulong mrt_id1 = mrt_index / mrt_count0;
  int j = 1 + (int)mrt_id0;
  int k = 1 + (int)mrt_id1;
  if (mrt_inside)
  {
    int i = 0;
    int mrt_first0 = i;
    ulong mrt_trips0 = i < 39 ? (ulong)39 - (ulong)i : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
    {
      i = mrt_first0 + (int)mrt_trip0;
      line[mrt_line][i] = field[k][j][i] + weight[k][j][39 - i];
    }

  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_inside)
  {
    if (mrt_lane == 0)
      for (int i_1 = 1; i_1 < 39; i_1++)
        line[mrt_line][i_1] += 0.5 * line[mrt_line][i_1 - 1];

  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_inside)
  {
    int i_2 = 0;
    int mrt_first1 = i_2;
    ulong mrt_trips1 = i_2 < 39 ? (ulong)39 - (ulong)i_2 : 0;
    for (ulong mrt_trip1 = mrt_lane; mrt_trip1 < mrt_trips1; mrt_trip1 += MRT_LANES)
    {
      i_2 = mrt_first1 + (int)mrt_trip1;
      field[k][j][i_2] = speed[k][j] * line[mrt_line][i_2] - 0.25 * line[mrt_line][38 - i_2];
    }

  }
}
#else
__kernel void lines_solve_1(__global double (*field_base)[40][40], long field_offset, __global double (*weight_base)[40][40], long weight_offset, __global double (*speed_base)[40], long speed_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global double (*field)[40][40] = (__global double (*)[40][40])((__global char *)field_base + field_offset);
  __global double (*weight)[40][40] = (__global double (*)[40][40])((__global char *)weight_base + weight_offset);
  __global double (*speed)[40] = (__global double (*)[40])((__global char *)speed_base + speed_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  int j = 1 + (int)mrt_id0;
  int k = 1 + (int)mrt_id1;
  double line[40];
  for (int i = 0; i < 39; i++)
    line[i] = field[k][j][i] + weight[k][j][39 - i];

  for (int i_1 = 1; i_1 < 39; i_1++)
    line[i_1] += 0.5 * line[i_1 - 1];

  for (int i_2 = 0; i_2 < 39; i_2++)
    field[k][j][i_2] = speed[k][j] * line[i_2] - 0.25 * line[38 - i_2];

}
#endif

/* lines.c:16:9 */
__kernel void lines_weigh_1(__global double (*weight_base)[40][40], long weight_offset, __global double (*field_base)[40][40], long field_offset, ulong mrt_count0, ulong mrt_count1, ulong mrt_count2)
{
  __global double (*weight)[40][40] = (__global double (*)[40][40])((__global char *)weight_base + weight_offset);
  __global double (*field)[40][40] = (__global double (*)[40][40])((__global char *)field_base + field_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  const ulong mrt_id2 = get_global_id(2);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1 || mrt_id2 >= mrt_count2)
    return;
  int i = 1 + (int)mrt_id0;
  int j = 1 + (int)mrt_id1;
  int k = 1 + (int)mrt_id2;
  weight[k][j][i] += field[k][j + 1][i];
}

/* lines.c:6:9 (fuse, gang) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void lines_scale_1_fused(__global double (*field_base)[40][40], long field_offset, double by, int mrt_bound_i, __global double (*weight_base)[40][40], long weight_offset, __global double (*speed_base)[40], long speed_offset, double by_2, ulong mrt_count0, ulong mrt_count1)
{
  __global double (*field)[40][40] = (__global double (*)[40][40])((__global char *)field_base + field_offset);
  __global double (*weight)[40][40] = (__global double (*)[40][40])((__global char *)weight_base + weight_offset);
  __global double (*speed)[40] = (__global double (*)[40])((__global char *)speed_base + speed_offset);
  __local double line[4][40];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  ulong mrt_index = get_global_id(0) / MRT_LANES;
  const int mrt_inside = mrt_index < mrt_count0 * mrt_count1;
  const ulong mrt_id0 = mrt_index % mrt_count0;
  const ulong mrt_id1 = mrt_index / mrt_count0;
  int j = 1 + (int)mrt_id0;
  int k = 1 + (int)mrt_id1;
  if (mrt_inside)
  {
    int i = 1;
    int mrt_first0 = i;
    ulong mrt_trips0 = i < mrt_bound_i ? (ulong)mrt_bound_i - (ulong)i : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
    {
      i = mrt_first0 + (int)mrt_trip0;
      field[k][j][i] *= by;
    }

  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_inside)
  {
    int i_3 = 0;
    int mrt_first1 = i_3;
    ulong mrt_trips1 = i_3 < 39 ? (ulong)39 - (ulong)i_3 : 0;
    for (ulong mrt_trip1 = mrt_lane; mrt_trip1 < mrt_trips1; mrt_trip1 += MRT_LANES)
    {
      i_3 = mrt_first1 + (int)mrt_trip1;
      line[mrt_line][i_3] = field[k][j][i_3] + weight[k][j][39 - i_3];
    }

  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_inside)
  {
    if (mrt_lane == 0)
      for (int i_1 = 1; i_1 < 39; i_1++)
        line[mrt_line][i_1] += 0.5 * line[mrt_line][i_1 - 1];

  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_inside)
  {
    int i_2 = 0;
    int mrt_first2 = i_2;
    ulong mrt_trips2 = i_2 < 39 ? (ulong)39 - (ulong)i_2 : 0;
    for (ulong mrt_trip2 = mrt_lane; mrt_trip2 < mrt_trips2; mrt_trip2 += MRT_LANES)
    {
      i_2 = mrt_first2 + (int)mrt_trip2;
      field[k][j][i_2] = speed[k][j] * line[mrt_line][i_2] - 0.25 * line[mrt_line][38 - i_2];
    }

  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_inside)
  {
    int i_4 = 1;
    int mrt_first3 = i_4;
    ulong mrt_trips3 = i_4 < mrt_bound_i ? (ulong)mrt_bound_i - (ulong)i_4 : 0;
    for (ulong mrt_trip3 = mrt_lane; mrt_trip3 < mrt_trips3; mrt_trip3 += MRT_LANES)
    {
      i_4 = mrt_first3 + (int)mrt_trip3;
      field[k][j][i_4] *= by_2;
    }

  }
}
#else
__kernel void lines_scale_1_fused(__global double (*field_base)[40][40], long field_offset, double by, int mrt_bound_i, __global double (*weight_base)[40][40], long weight_offset, __global double (*speed_base)[40], long speed_offset, double by_2, ulong mrt_count0, ulong mrt_count1)
{
  __global double (*field)[40][40] = (__global double (*)[40][40])((__global char *)field_base + field_offset);
  __global double (*weight)[40][40] = (__global double (*)[40][40])((__global char *)weight_base + weight_offset);
  __global double (*speed)[40] = (__global double (*)[40])((__global char *)speed_base + speed_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  int j = 1 + (int)mrt_id0;
  int k = 1 + (int)mrt_id1;
  for (int i = 1; i < mrt_bound_i; i += 1)
  {
    field[k][j][i] *= by;
  }

  double line[40];
  for (int i_3 = 0; i_3 < 39; i_3++)
    line[i_3] = field[k][j][i_3] + weight[k][j][39 - i_3];

  for (int i_1 = 1; i_1 < 39; i_1++)
    line[i_1] += 0.5 * line[i_1 - 1];

  for (int i_2 = 0; i_2 < 39; i_2++)
    field[k][j][i_2] = speed[k][j] * line[i_2] - 0.25 * line[38 - i_2];

  for (int i_4 = 1; i_4 < mrt_bound_i; i_4 += 1)
  {
    field[k][j][i_4] *= by_2;
  }

}
#endif
