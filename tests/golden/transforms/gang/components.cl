#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

/* components.c:8:9 (gang) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void components_lines_1(__global double (*factor_base)[60], long factor_offset, __global double (*field_base)[40][60][3], long field_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global double (*factor)[60] = (__global double (*)[60])((__global char *)factor_base + factor_offset);
  __global double (*field)[40][60][3] = (__global double (*)[40][60][3])((__global char *)field_base + field_offset);
  __local double weight[4][60];
  __local double x[4][60][3];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  ulong mrt_index = get_global_id(0) / MRT_LANES;
  const int mrt_inside = mrt_index < mrt_count0 * mrt_count1;
  const ulong mrt_id0 = mrt_index % mrt_count0;
  const ulong mrt_id1 = mrt_index / mrt_count0;
  int i = (int)mrt_id0;
  int j = (int)mrt_id1;
  int p;
  int m;
  if (mrt_inside)
  {
    p = 0;
    int mrt_first0 = p;
    ulong mrt_trips0 = p < 60 ? (ulong)60 - (ulong)p : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
    {
      p = mrt_first0 + (int)mrt_trip0;
      weight[mrt_line][p] = 1.0 / (2.0 + factor[j][p]);
      for (m = 0; m < 3; m++)
        x[mrt_line][p][m] = field[j][i][p][m];

    }

  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_inside)
  {
    if (mrt_lane == 0)
      for (p = 1; p < 60; p++)
        weight[mrt_line][p] -= 0.25 * weight[mrt_line][p - 1];

  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_inside)
  {
    m = 0;
    int mrt_first1 = m;
    ulong mrt_trips1 = m < 3 ? (ulong)3 - (ulong)m : 0;
    for (ulong mrt_trip1 = mrt_lane; mrt_trip1 < mrt_trips1; mrt_trip1 += MRT_LANES)
    {
      m = mrt_first1 + (int)mrt_trip1;
      x[mrt_line][59][m] *= weight[mrt_line][59];
      for (p = 58; p >= 0; p--)
        x[mrt_line][p][m] = weight[mrt_line][p] * (x[mrt_line][p][m] - 0.5 * x[mrt_line][p + 1][m]);

    }

  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_inside)
  {
    p = 0;
    int mrt_first2 = p;
    ulong mrt_trips2 = p < 60 ? (ulong)60 - (ulong)p : 0;
    for (ulong mrt_trip2 = mrt_lane; mrt_trip2 < mrt_trips2; mrt_trip2 += MRT_LANES)
    {
      p = mrt_first2 + (int)mrt_trip2;
      for (m = 0; m < 3; m++)
        field[j][i][p][m] = x[mrt_line][p][m];

    }

  }
}
#else
__kernel void components_lines_1(__global double (*factor_base)[60], long factor_offset, __global double (*field_base)[40][60][3], long field_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global double (*factor)[60] = (__global double (*)[60])((__global char *)factor_base + factor_offset);
  __global double (*field)[40][60][3] = (__global double (*)[40][60][3])((__global char *)field_base + field_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  int i = (int)mrt_id0;
  int j = (int)mrt_id1;
  int p;
  int m;
  double x[60][3];
  double weight[60];
  for (p = 0; p < 60; p++)
  {
    weight[p] = 1.0 / (2.0 + factor[j][p]);
    for (m = 0; m < 3; m++)
      x[p][m] = field[j][i][p][m];

  }

  for (p = 1; p < 60; p++)
    weight[p] -= 0.25 * weight[p - 1];

  for (m = 0; m < 3; m++)
  {
    x[59][m] *= weight[59];
    for (p = 58; p >= 0; p--)
      x[p][m] = weight[p] * (x[p][m] - 0.5 * x[p + 1][m]);

  }

  for (p = 0; p < 60; p++)
    for (m = 0; m < 3; m++)
      field[j][i][p][m] = x[p][m];


}
#endif

/* components.c:36:9 (gang) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void components_rows_1(__global double (*field_base)[40][60][3], long field_offset, __global double (*factor_base)[60], long factor_offset, ulong mrt_count0)
{
  __global double (*field)[40][60][3] = (__global double (*)[40][60][3])((__global char *)field_base + field_offset);
  __global double (*factor)[60] = (__global double (*)[60])((__global char *)factor_base + factor_offset);
  __local double x[4][60][3];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  ulong mrt_index = get_global_id(0) / MRT_LANES;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int j = (int)mrt_id0;
  int p;
  int m;
  if (mrt_inside)
  {
    p = 0;
    int mrt_first0 = p;
    ulong mrt_trips0 = p < 60 ? (ulong)60 - (ulong)p : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
    {
      p = mrt_first0 + (int)mrt_trip0;
      for (m = 0; m < 3; m++)
        x[mrt_line][p][m] = field[0][j][p][m];

    }

  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  for (m = 0; m < 3; m++)
  {
    if (mrt_inside)
    {
      p = 1;
      int mrt_first1 = p;
      ulong mrt_trips1 = p < 60 ? (ulong)60 - (ulong)p : 0;
      for (ulong mrt_trip1 = mrt_lane; mrt_trip1 < mrt_trips1; mrt_trip1 += MRT_LANES)
      {
        p = mrt_first1 + (int)mrt_trip1;
        factor[j][p] += x[mrt_line][p - 1][m] * factor[j][p];
      }

    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }

  if (mrt_inside)
  {
    p = 0;
    int mrt_first2 = p;
    ulong mrt_trips2 = p < 60 ? (ulong)60 - (ulong)p : 0;
    for (ulong mrt_trip2 = mrt_lane; mrt_trip2 < mrt_trips2; mrt_trip2 += MRT_LANES)
    {
      p = mrt_first2 + (int)mrt_trip2;
      for (m = 0; m < 3; m++)
        field[1][j][p][m] = x[mrt_line][p][m];

    }

  }
}
#else
__kernel void components_rows_1(__global double (*field_base)[40][60][3], long field_offset, __global double (*factor_base)[60], long factor_offset, ulong mrt_count0)
{
  __global double (*field)[40][60][3] = (__global double (*)[40][60][3])((__global char *)field_base + field_offset);
  __global double (*factor)[60] = (__global double (*)[60])((__global char *)factor_base + factor_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int j = (int)mrt_id0;
  int p;
  int m;
  double x[60][3];
  for (p = 0; p < 60; p++)
    for (m = 0; m < 3; m++)
      x[p][m] = field[0][j][p][m];


  for (m = 0; m < 3; m++)
    for (p = 1; p < 60; p++)
      factor[j][p] += x[p - 1][m] * factor[j][p];


  for (p = 0; p < 60; p++)
    for (m = 0; m < 3; m++)
      field[1][j][p][m] = x[p][m];


}
#endif
