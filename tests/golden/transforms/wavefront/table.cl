#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

/* table.c:6:9 (wavefront) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void table_align_1(int n, int m, __global int (*cost_base)[41][51], long cost_offset, __global short (*one_base)[40], long one_offset, __global short (*other_base)[50], long other_offset, ulong mrt_count0)
{
  __global int (*cost)[41][51] = (__global int (*)[41][51])((__global char *)cost_base + cost_offset);
  __global short (*one)[40] = (__global short (*)[40])((__global char *)one_base + one_offset);
  __global short (*other)[50] = (__global short (*)[50])((__global char *)other_base + other_offset);
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  ulong mrt_index = get_global_id(0) / MRT_LANES;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int p = (int)mrt_id0;
  long mrt_wave9;
  for (mrt_wave9 = (long)1 + (long)1; mrt_wave9 <= (long)n + (long)m; mrt_wave9++)
  {
    if (mrt_inside)
    {
      long mrt_point9 = (long)1 > mrt_wave9 - (long)m ? (long)1 : mrt_wave9 - (long)m;
      long mrt_first0 = mrt_point9;
      ulong mrt_trips0 = mrt_point9 <= ((long)n < mrt_wave9 - (long)1 ? (long)n : mrt_wave9 - (long)1) ? (ulong)((long)n < mrt_wave9 - (long)1 ? (long)n : mrt_wave9 - (long)1) - (ulong)mrt_point9 + 1 : 0;
      for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
      {
        mrt_point9 = mrt_first0 + (long)mrt_trip0;
        int mrt_line9 = (int)mrt_point9;
        int mrt_column9 = (int)(mrt_wave9 - mrt_point9);
        int best = cost[p][mrt_line9 - 1][mrt_column9 - 1] + (one[p][mrt_line9 - 1] != other[p][mrt_column9 - 1]);
        if (cost[p][mrt_line9 - 1][mrt_column9] + 1 < best)
          best = cost[p][mrt_line9 - 1][mrt_column9] + 1;
        if (cost[p][mrt_line9][mrt_column9 - 1] + 1 < best)
          best = cost[p][mrt_line9][mrt_column9 - 1] + 1;
        cost[p][mrt_line9][mrt_column9] = best;
      }

    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }

}
__kernel void table_align_1_by_1(int n, int m, __global int (*cost_base)[41][51], long cost_offset, __global short (*one_base)[40], long one_offset, __global short (*other_base)[50], long other_offset, ulong mrt_count0)
{
  __global int (*cost)[41][51] = (__global int (*)[41][51])((__global char *)cost_base + cost_offset);
  __global short (*one)[40] = (__global short (*)[40])((__global char *)one_base + one_offset);
  __global short (*other)[50] = (__global short (*)[50])((__global char *)other_base + other_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int p = (int)mrt_id0;
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++)
    {
      int best = cost[p][i - 1][j - 1] + (one[p][i - 1] != other[p][j - 1]);
      if (cost[p][i - 1][j] + 1 < best)
        best = cost[p][i - 1][j] + 1;
      if (cost[p][i][j - 1] + 1 < best)
        best = cost[p][i][j - 1] + 1;
      cost[p][i][j] = best;
    }


}
#else
__kernel void table_align_1(int n, int m, __global int (*cost_base)[41][51], long cost_offset, __global short (*one_base)[40], long one_offset, __global short (*other_base)[50], long other_offset, ulong mrt_count0)
{
  __global int (*cost)[41][51] = (__global int (*)[41][51])((__global char *)cost_base + cost_offset);
  __global short (*one)[40] = (__global short (*)[40])((__global char *)one_base + one_offset);
  __global short (*other)[50] = (__global short (*)[50])((__global char *)other_base + other_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int p = (int)mrt_id0;
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++)
    {
      int best = cost[p][i - 1][j - 1] + (one[p][i - 1] != other[p][j - 1]);
      if (cost[p][i - 1][j] + 1 < best)
        best = cost[p][i - 1][j] + 1;
      if (cost[p][i][j - 1] + 1 < best)
        best = cost[p][i][j - 1] + 1;
      cost[p][i][j] = best;
    }


}
#endif

/* table.c:24:9 (wavefront) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void table_relax_1(int n, __global double (*u_base)[30][30], long u_offset, ulong mrt_count0)
{
  __global double (*u)[30][30] = (__global double (*)[30][30])((__global char *)u_base + u_offset);
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  ulong mrt_index = get_global_id(0) / MRT_LANES;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int g = (int)mrt_id0;
  int i;
  int j;
  double sum;
  long mrt_wave6;
  for (mrt_wave6 = (long)1 + (long)1; mrt_wave6 <= (long)(n - 1) - 1 + ((long)(n - 1) - 1); mrt_wave6++)
  {
    if (mrt_inside)
    {
      long mrt_point6 = (long)1 > mrt_wave6 - ((long)(n - 1) - 1) ? (long)1 : mrt_wave6 - ((long)(n - 1) - 1);
      long mrt_first0 = mrt_point6;
      ulong mrt_trips0 = mrt_point6 <= ((long)(n - 1) - 1 < mrt_wave6 - (long)1 ? (long)(n - 1) - 1 : mrt_wave6 - (long)1) ? (ulong)((long)(n - 1) - 1 < mrt_wave6 - (long)1 ? (long)(n - 1) - 1 : mrt_wave6 - (long)1) - (ulong)mrt_point6 + 1 : 0;
      for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
      {
        mrt_point6 = mrt_first0 + (long)mrt_trip0;
        int mrt_line6 = (int)mrt_point6;
        int mrt_column6 = (int)(mrt_wave6 - mrt_point6);
        sum = u[g][mrt_line6 - 1][mrt_column6] + u[g][mrt_line6 + 1][mrt_column6] + u[g][mrt_line6][mrt_column6 - 1] + u[g][mrt_line6][mrt_column6 + 1];
        u[g][mrt_line6][mrt_column6] = 0.25 * sum;
      }

    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }

}
__kernel void table_relax_1_by_1(int n, __global double (*u_base)[30][30], long u_offset, ulong mrt_count0)
{
  __global double (*u)[30][30] = (__global double (*)[30][30])((__global char *)u_base + u_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int g = (int)mrt_id0;
  int i;
  int j;
  double sum;
  for (i = 1; i < n - 1; i++)
    for (j = 1; j < n - 1; j++)
    {
      sum = u[g][i - 1][j] + u[g][i + 1][j] + u[g][i][j - 1] + u[g][i][j + 1];
      u[g][i][j] = 0.25 * sum;
    }


}
#else
__kernel void table_relax_1(int n, __global double (*u_base)[30][30], long u_offset, ulong mrt_count0)
{
  __global double (*u)[30][30] = (__global double (*)[30][30])((__global char *)u_base + u_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int g = (int)mrt_id0;
  int i;
  int j;
  double sum;
  for (i = 1; i < n - 1; i++)
    for (j = 1; j < n - 1; j++)
    {
      sum = u[g][i - 1][j] + u[g][i + 1][j] + u[g][i][j - 1] + u[g][i][j + 1];
      u[g][i][j] = 0.25 * sum;
    }


}
#endif

/* table.c:35:9 */
__kernel void table_skip_1(int n, __global double (*u_base)[30][30], long u_offset, ulong mrt_count0)
{
  __global double (*u)[30][30] = (__global double (*)[30][30])((__global char *)u_base + u_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int g = (int)mrt_id0;
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n - 2; j++)
      u[g][i][j] += 0.5 * u[g][i - 1][j + 2] - 0.25 * u[g][i][j - 1];


}

/* table.c:44:9 (wavefront) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void table_back_1(int n, __global double (*u_base)[30][30], long u_offset, ulong mrt_count0)
{
  __global double (*u)[30][30] = (__global double (*)[30][30])((__global char *)u_base + u_offset);
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  ulong mrt_index = get_global_id(0) / MRT_LANES;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int g = (int)mrt_id0;
  long mrt_wave5;
  for (mrt_wave5 = -((long)(n - 2)) + -((long)(n - 2)); mrt_wave5 <= -((long)1) + (-((long)0) - 1); mrt_wave5++)
  {
    if (mrt_inside)
    {
      long mrt_point5 = -((long)(n - 2)) > mrt_wave5 - (-((long)0) - 1) ? -((long)(n - 2)) : mrt_wave5 - (-((long)0) - 1);
      long mrt_first0 = mrt_point5;
      ulong mrt_trips0 = mrt_point5 <= (-((long)1) < mrt_wave5 - -((long)(n - 2)) ? -((long)1) : mrt_wave5 - -((long)(n - 2))) ? (ulong)(-((long)1) < mrt_wave5 - -((long)(n - 2)) ? -((long)1) : mrt_wave5 - -((long)(n - 2))) - (ulong)mrt_point5 + 1 : 0;
      for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
      {
        mrt_point5 = mrt_first0 + (long)mrt_trip0;
        int mrt_line5 = (int)(-mrt_point5);
        int mrt_column5 = (int)(-(mrt_wave5 - mrt_point5));
        u[g][mrt_line5][mrt_column5] = 0.25 * (u[g][mrt_line5 + 1][mrt_column5] + u[g][mrt_line5][mrt_column5 + 1]) + 0.5 * u[g][mrt_line5 - 1][mrt_column5 - 1];
      }

    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }

}
__kernel void table_back_1_by_1(int n, __global double (*u_base)[30][30], long u_offset, ulong mrt_count0)
{
  __global double (*u)[30][30] = (__global double (*)[30][30])((__global char *)u_base + u_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int g = (int)mrt_id0;
  for (int i = n - 2; i >= 1; i--)
    for (int j = n - 2; j > 0; j--)
      u[g][i][j] = 0.25 * (u[g][i + 1][j] + u[g][i][j + 1]) + 0.5 * u[g][i - 1][j - 1];


}
#else
__kernel void table_back_1(int n, __global double (*u_base)[30][30], long u_offset, ulong mrt_count0)
{
  __global double (*u)[30][30] = (__global double (*)[30][30])((__global char *)u_base + u_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int g = (int)mrt_id0;
  for (int i = n - 2; i >= 1; i--)
    for (int j = n - 2; j > 0; j--)
      u[g][i][j] = 0.25 * (u[g][i + 1][j] + u[g][i][j + 1]) + 0.5 * u[g][i - 1][j - 1];


}
#endif

/* table.c:53:9 (wavefront) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void table_across_1(int n, __global double (*u_base)[30][30], long u_offset, ulong mrt_count0)
{
  __global double (*u)[30][30] = (__global double (*)[30][30])((__global char *)u_base + u_offset);
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  ulong mrt_index = get_global_id(0) / MRT_LANES;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int g = (int)mrt_id0;
  long mrt_wave5;
  for (mrt_wave5 = (long)1 + -((long)(n - 1)); mrt_wave5 <= (long)n - 1 + (-((long)0) - 1); mrt_wave5++)
  {
    if (mrt_inside)
    {
      long mrt_point5 = (long)1 > mrt_wave5 - (-((long)0) - 1) ? (long)1 : mrt_wave5 - (-((long)0) - 1);
      long mrt_first0 = mrt_point5;
      ulong mrt_trips0 = mrt_point5 <= ((long)n - 1 < mrt_wave5 - -((long)(n - 1)) ? (long)n - 1 : mrt_wave5 - -((long)(n - 1))) ? (ulong)((long)n - 1 < mrt_wave5 - -((long)(n - 1)) ? (long)n - 1 : mrt_wave5 - -((long)(n - 1))) - (ulong)mrt_point5 + 1 : 0;
      for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
      {
        mrt_point5 = mrt_first0 + (long)mrt_trip0;
        int mrt_line5 = (int)mrt_point5;
        int mrt_column5 = (int)(-(mrt_wave5 - mrt_point5));
        u[g][mrt_line5][mrt_column5 - 1] = 0.5 * u[g][mrt_line5 - 1][mrt_column5 - 1] - 0.25 * u[g][mrt_line5][mrt_column5];
      }

    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }

}
__kernel void table_across_1_by_1(int n, __global double (*u_base)[30][30], long u_offset, ulong mrt_count0)
{
  __global double (*u)[30][30] = (__global double (*)[30][30])((__global char *)u_base + u_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int g = (int)mrt_id0;
  for (int i = 1; i < n; i++)
    for (int j = n - 1; j > 0; j--)
      u[g][i][j - 1] = 0.5 * u[g][i - 1][j - 1] - 0.25 * u[g][i][j];


}
#else
__kernel void table_across_1(int n, __global double (*u_base)[30][30], long u_offset, ulong mrt_count0)
{
  __global double (*u)[30][30] = (__global double (*)[30][30])((__global char *)u_base + u_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int g = (int)mrt_id0;
  for (int i = 1; i < n; i++)
    for (int j = n - 1; j > 0; j--)
      u[g][i][j - 1] = 0.5 * u[g][i - 1][j - 1] - 0.25 * u[g][i][j];


}
#endif

/* table.c:62:9 */
__kernel void table_against_1(int n, __global double (*u_base)[30][30], long u_offset, ulong mrt_count0)
{
  __global double (*u)[30][30] = (__global double (*)[30][30])((__global char *)u_base + u_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int g = (int)mrt_id0;
  for (int i = n - 2; i >= 1; i--)
    for (int j = 1; j < n - 1; j++)
      u[g][i][j] = 0.5 * u[g][i][j - 1] - 0.25 * u[g][i + 1][j + 1];


}
