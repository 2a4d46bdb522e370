#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

/* few.c:9:9 (gang) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void few_solve_1(int n, __global double (*x_base)[40], long x_offset, __global double (*a_base)[30], long a_offset, ulong mrt_count0)
{
  __global double (*x)[40] = (__global double (*)[40])((__global char *)x_base + x_offset);
  __global double (*a)[30] = (__global double (*)[30])((__global char *)a_base + a_offset);
  __local double mrt_tree0[4 * MRT_LANES];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  ulong mrt_index = get_global_id(0) / MRT_LANES;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int c = (int)mrt_id0;
  for (int i = 0; i < n; i++)
  {
    double s;
    if (mrt_inside)
    {
      s = x[i][c];
    }
    double mrt_part0 = 0;
    if (mrt_inside)
    {
      int k = 0;
      int mrt_first0 = k;
      ulong mrt_trips0 = k < i ? (ulong)i - (ulong)k : 0;
      for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
      {
        k = mrt_first0 + (int)mrt_trip0;
        mrt_part0 -= a[i][k] * x[k][c];
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
      s = s + mrt_tree0[mrt_item - mrt_lane];
      {
        if (mrt_lane == 0)
          x[i][c] = s / a[i][i];
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }

}
__kernel void few_solve_1_by_1(int n, __global double (*x_base)[40], long x_offset, __global double (*a_base)[30], long a_offset, ulong mrt_count0)
{
  __global double (*x)[40] = (__global double (*)[40])((__global char *)x_base + x_offset);
  __global double (*a)[30] = (__global double (*)[30])((__global char *)a_base + a_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int c = (int)mrt_id0;
  for (int i = 0; i < n; i++)
  {
    double s = x[i][c];
    for (int k = 0; k < i; k++)
      s -= a[i][k] * x[k][c];

    x[i][c] = s / a[i][i];
  }

}
#else
__kernel void few_solve_1(int n, __global double (*x_base)[40], long x_offset, __global double (*a_base)[30], long a_offset, ulong mrt_count0)
{
  __global double (*x)[40] = (__global double (*)[40])((__global char *)x_base + x_offset);
  __global double (*a)[30] = (__global double (*)[30])((__global char *)a_base + a_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int c = (int)mrt_id0;
  for (int i = 0; i < n; i++)
  {
    double s = x[i][c];
    for (int k = 0; k < i; k++)
      s -= a[i][k] * x[k][c];

    x[i][c] = s / a[i][i];
  }

}
#endif

/* few.c:21:9 */
__kernel void few_nearest_1(int n, int dimensions, __global double (*x_base)[40], long x_offset, __global double (*a_base)[30], long a_offset, ulong mrt_count0)
{
  __global double (*x)[40] = (__global double (*)[40])((__global char *)x_base + x_offset);
  __global double (*a)[30] = (__global double (*)[30])((__global char *)a_base + a_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int c = (int)mrt_id0;
  for (int i = 1; i < n; i++)
  {
    double s = 0;
    for (int d = 0; d < dimensions; d++)
      s += (x[d][c] - a[i][d]) * (x[d][c] - a[i][d]);

    if (s < x[30 - 1][c])
      x[30 - 1][c] = s;
  }

}
