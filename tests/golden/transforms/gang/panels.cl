#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

/* panels.c:7:9 (gang) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void panels_panel_1(int mrt_lower_i, int width, __global double *a_base, long a_offset, int ld, ulong mrt_count0)
{
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  ulong mrt_index = get_global_id(0) / MRT_LANES;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int i = mrt_lower_i + (int)mrt_id0;
  for (int k = 0; k < width; k++)
  {
    if (mrt_inside)
    {
      {
        if (mrt_lane == 0)
          a[i * ld + k] /= a[k * ld + k];
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (mrt_inside)
    {
      int j = k + 1;
      int mrt_first0 = j;
      ulong mrt_trips0 = j < width ? (ulong)width - (ulong)j : 0;
      for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
      {
        j = mrt_first0 + (int)mrt_trip0;
        a[i * ld + j] -= a[i * ld + k] * a[k * ld + j];
      }

    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }

}
#else
__kernel void panels_panel_1(int mrt_lower_i, int width, __global double *a_base, long a_offset, int ld, ulong mrt_count0)
{
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = mrt_lower_i + (int)mrt_id0;
  for (int k = 0; k < width; k++)
  {
    a[i * ld + k] /= a[k * ld + k];
    for (int j = k + 1; j < width; j++)
      a[i * ld + j] -= a[i * ld + k] * a[k * ld + j];

  }

}
#endif

/* panels.c:17:9 (gang) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void panels_systems_1(int n, __global double *x_base, long x_offset, __global double *l_base, long l_offset, ulong mrt_count0)
{
  __global double *x = (__global double *)((__global char *)x_base + x_offset);
  __global double *l = (__global double *)((__global char *)l_base + l_offset);
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
      s = x[c * n + i];
    }
    double mrt_part0 = 0;
    if (mrt_inside)
    {
      int j = 0;
      int mrt_first0 = j;
      ulong mrt_trips0 = j < i ? (ulong)i - (ulong)j : 0;
      for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
      {
        j = mrt_first0 + (int)mrt_trip0;
        mrt_part0 -= l[i * n + j] * x[c * n + j];
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
          x[c * n + i] = s / l[i * n + i];
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }

}
#else
__kernel void panels_systems_1(int n, __global double *x_base, long x_offset, __global double *l_base, long l_offset, ulong mrt_count0)
{
  __global double *x = (__global double *)((__global char *)x_base + x_offset);
  __global double *l = (__global double *)((__global char *)l_base + l_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int c = (int)mrt_id0;
  for (int i = 0; i < n; i++)
  {
    double s = x[c * n + i];
    for (int j = 0; j < i; j++)
      s -= l[i * n + j] * x[c * n + j];

    x[c * n + i] = s / l[i * n + i];
  }

}
#endif
