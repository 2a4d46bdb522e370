#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

/* rows.c:4:9 (gang) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void rows_multiply_1(__global int *row_base, long row_offset, __global double *a_base, long a_offset, __global double *x_base, long x_offset, __global int *column_base, long column_offset, __global double *y_base, long y_offset, ulong mrt_count0)
{
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  __global double *x = (__global double *)((__global char *)x_base + x_offset);
  __global int *column = (__global int *)((__global char *)column_base + column_offset);
  __global double *y = (__global double *)((__global char *)y_base + y_offset);
  __local double mrt_tree0[4 * MRT_LANES];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  ulong mrt_index = get_global_id(0) / MRT_LANES;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int i = (int)mrt_id0;
  double sum;
  if (mrt_inside)
  {
    sum = 0.0;
  }
  double mrt_part0 = 0;
  if (mrt_inside)
  {
    int k = row[i];
    int mrt_first0 = k;
    ulong mrt_trips0 = k < row[i + 1] ? (ulong)row[i + 1] - (ulong)k : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
    {
      k = mrt_first0 + (int)mrt_trip0;
      mrt_part0 += a[k] * x[column[k]];
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
        y[i] = sum;
    }
  }
}
__attribute__((reqd_work_group_size(1 * 256u, 1, 1)))
__kernel void rows_multiply_1_by_256(__global int *row_base, long row_offset, __global double *a_base, long a_offset, __global double *x_base, long x_offset, __global int *column_base, long column_offset, __global double *y_base, long y_offset, ulong mrt_count0)
{
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  __global double *x = (__global double *)((__global char *)x_base + x_offset);
  __global int *column = (__global int *)((__global char *)column_base + column_offset);
  __global double *y = (__global double *)((__global char *)y_base + y_offset);
  __local double mrt_tree0[1 * 256u];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % 256u;
  const uint mrt_line = mrt_item / 256u;
  ulong mrt_index = get_global_id(0) / 256u;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int i = (int)mrt_id0;
  double sum;
  if (mrt_inside)
  {
    sum = 0.0;
  }
  double mrt_part0 = 0;
  if (mrt_inside)
  {
    int k = row[i];
    int mrt_first0 = k;
    ulong mrt_trips0 = k < row[i + 1] ? (ulong)row[i + 1] - (ulong)k : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += 256u)
    {
      k = mrt_first0 + (int)mrt_trip0;
      mrt_part0 += a[k] * x[column[k]];
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
    {
      if (mrt_lane == 0)
        y[i] = sum;
    }
  }
}
#else
__kernel void rows_multiply_1(__global int *row_base, long row_offset, __global double *a_base, long a_offset, __global double *x_base, long x_offset, __global int *column_base, long column_offset, __global double *y_base, long y_offset, ulong mrt_count0)
{
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  __global double *x = (__global double *)((__global char *)x_base + x_offset);
  __global int *column = (__global int *)((__global char *)column_base + column_offset);
  __global double *y = (__global double *)((__global char *)y_base + y_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  double sum = 0.0;
  for (int k = row[i]; k < row[i + 1]; k++)
    sum += a[k] * x[column[k]];

  y[i] = sum;
}
#endif
