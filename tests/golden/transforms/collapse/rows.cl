#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

/* rows.c:8:9 (gang, collapse) */
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
    sum = 0.5;
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
    sum = 0.5;
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
__attribute__((reqd_work_group_size(256, 1, 1)))
__kernel void rows_multiply_1_by_elements(__global int *row_base, long row_offset, __global double *a_base, long a_offset, __global double *x_base, long x_offset, __global int *column_base, long column_offset, __global double *y_base, long y_offset, ulong mrt_count0, __global ulong *mrt_carries, __global ulong *mrt_firsts)
{
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  __global double *x = (__global double *)((__global char *)x_base + x_offset);
  __global int *column = (__global int *)((__global char *)column_base + column_offset);
  __global double *y = (__global double *)((__global char *)y_base + y_offset);
  const __global int *mrt_rows = row + ((long)0 + 0);
  const ulong mrt_base = (ulong)mrt_rows[0];
  const ulong mrt_total = mrt_count0 + ((ulong)mrt_rows[mrt_count0] - mrt_base);
  const uint mrt_item = get_local_id(0);
  __local double mrt_values0[1280];
  __local double mrt_tails0[256];
  __local uint mrt_ends[1280];
  __local uint mrt_closed[256];
  const ulong mrt_group = get_global_id(0) / 256;
  const ulong mrt_groups = (mrt_total + (1280 - 1)) / 1280;
  const ulong mrt_begin = min(mrt_group * 1280, mrt_total);
  const ulong mrt_end = min(mrt_begin + 1280, mrt_total);
  const ulong mrt_first = mrt_firsts[mrt_group];
  const ulong mrt_from = mrt_begin - mrt_first;
  const uint mrt_ending = (uint)(mrt_firsts[mrt_group + 1] - mrt_first);
  const uint mrt_elements = (uint)(mrt_end - mrt_begin) - mrt_ending;
  for (uint mrt_at = mrt_item; mrt_at < mrt_ending; mrt_at += 256)
    mrt_ends[mrt_at] = (uint)((ulong)mrt_rows[mrt_first + mrt_at + 1] - mrt_base - mrt_from);

  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_at = mrt_item; mrt_at < mrt_elements; mrt_at += 256)
  {
    int k = (int)(mrt_base + mrt_from + mrt_at);
    double mrt_part0 = 0;
    mrt_part0 += a[k] * x[column[k]];
    mrt_values0[mrt_at] = mrt_part0;
  }

  barrier(CLK_LOCAL_MEM_FENCE);
  const uint mrt_place = min(mrt_item * 5, mrt_elements + mrt_ending);
  const uint mrt_after = min(mrt_place + 5, mrt_elements + mrt_ending);
  uint mrt_row = 0;
  uint mrt_beyond = min(mrt_place, mrt_ending);
  while (mrt_row < mrt_beyond)
  {
    const uint mrt_middle = (mrt_row + mrt_beyond) / 2;
    if (mrt_ends[mrt_middle] + mrt_middle < mrt_place)
      mrt_row = mrt_middle + 1;
    else
      mrt_beyond = mrt_middle;
  }

  const uint mrt_open = mrt_row;
  uint mrt_next = mrt_place - mrt_row;
  double mrt_sum0 = 0;
  double mrt_lead0 = 0;
  for (uint mrt_at = mrt_place; mrt_at < mrt_after; mrt_at++)
  {
    if (mrt_row < mrt_ending && mrt_ends[mrt_row] <= mrt_next)
    {
      if (mrt_row == mrt_open)
        mrt_lead0 = mrt_sum0;
      else
        mrt_values0[1279 - mrt_row] = mrt_sum0;
      mrt_sum0 = 0;
      mrt_row++;
    }
    else
    {
      const double mrt_value0 = mrt_values0[mrt_next];
      mrt_sum0 = mrt_sum0 + mrt_value0;
      mrt_next++;
    }
  }

  mrt_tails0[mrt_item] = mrt_sum0;
  mrt_closed[mrt_item] = mrt_row > mrt_open;
  barrier(CLK_LOCAL_MEM_FENCE);
  #pragma unroll 1
  for (uint mrt_by = 1; mrt_by < 256; mrt_by *= 2)
  {
    const int mrt_joins = mrt_item >= mrt_by && !mrt_closed[mrt_item];
    const uint mrt_mark = mrt_joins ? mrt_closed[mrt_item - mrt_by] : 0;
    double mrt_tail0 = mrt_tails0[mrt_item];
    if (mrt_joins)
    {
      const double mrt_before0 = mrt_tails0[mrt_item - mrt_by];
      mrt_tail0 = mrt_before0 + mrt_tail0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (mrt_joins)
    {
      mrt_closed[mrt_item] = mrt_mark;
      mrt_tails0[mrt_item] = mrt_tail0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  if (mrt_row > mrt_open)
  {
    const double mrt_tail0 = mrt_item > 0 ? mrt_tails0[mrt_item - 1] : (double)0;
    mrt_values0[1279 - mrt_open] = mrt_tail0 + mrt_lead0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_at = mrt_item; mrt_at < mrt_ending; mrt_at += 256)
  {
    const ulong mrt_id0 = mrt_first + mrt_at;
    if (mrt_at == 0 && mrt_id0 + ((ulong)mrt_rows[mrt_id0] - mrt_base) < mrt_begin)
    {
      *((__global double *)(&mrt_carries[1 * mrt_groups + mrt_group])) = mrt_values0[1279];
      continue;
    }
    double mrt_whole0 = mrt_values0[1279 - mrt_at];
    int i = (int)mrt_id0;
    double sum = 0.5;
    sum = sum + mrt_whole0;
    y[i] = sum;
  }

  if (mrt_item == 255)
  {
    *((__global double *)(&mrt_carries[0 * mrt_groups + mrt_group])) = mrt_tails0[mrt_item];
  }
}
__attribute__((reqd_work_group_size(128, 1, 1)))
__kernel void rows_multiply_1_carried(__global int *row_base, long row_offset, __global double *a_base, long a_offset, __global double *x_base, long x_offset, __global int *column_base, long column_offset, __global double *y_base, long y_offset, ulong mrt_count0, __global ulong *mrt_carries, __global ulong *mrt_firsts)
{
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  __global double *x = (__global double *)((__global char *)x_base + x_offset);
  __global int *column = (__global int *)((__global char *)column_base + column_offset);
  __global double *y = (__global double *)((__global char *)y_base + y_offset);
  const __global int *mrt_rows = row + ((long)0 + 0);
  const ulong mrt_base = (ulong)mrt_rows[0];
  const ulong mrt_total = mrt_count0 + ((ulong)mrt_rows[mrt_count0] - mrt_base);
  const uint mrt_item = get_local_id(0);
  __local double mrt_tree0[128];
  const uint mrt_lane = mrt_item % 32;
  const ulong mrt_group = get_global_id(0) / 32;
  const ulong mrt_groups = (mrt_total + (1280 - 1)) / 1280;
  const ulong mrt_begin = min(mrt_group * 1280, mrt_total);
  const ulong mrt_end = min(mrt_begin + 1280, mrt_total);
  const ulong mrt_id0 = mrt_group < mrt_groups ? mrt_firsts[mrt_group] : mrt_count0;
  ulong mrt_start = 0;
  ulong mrt_finish = mrt_total;
  if (mrt_id0 < mrt_count0)
  {
    mrt_start = mrt_id0 + ((ulong)mrt_rows[mrt_id0] - mrt_base);
    mrt_finish = mrt_id0 + ((ulong)mrt_rows[mrt_id0 + 1] - mrt_base);
  }
  const int mrt_mine = mrt_id0 < mrt_count0 && mrt_start < mrt_begin && mrt_finish < mrt_end;
  double mrt_sum0 = 0;
  if (mrt_mine)
    for (ulong mrt_at = mrt_start / 1280 + mrt_lane; mrt_at < mrt_group; mrt_at += 32)
    {
      const double mrt_tail0 = *((__global double *)(&mrt_carries[0 * mrt_groups + mrt_at]));
      mrt_sum0 = mrt_sum0 + mrt_tail0;
    }

  mrt_tree0[mrt_item] = mrt_sum0;
  barrier(CLK_LOCAL_MEM_FENCE);
  #pragma unroll 1
  for (uint mrt_half = 16; mrt_half > 0; mrt_half /= 2)
  {
    if (mrt_lane < mrt_half)
    {
      mrt_tree0[mrt_item] = mrt_tree0[mrt_item] + mrt_tree0[mrt_item + mrt_half];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  if (mrt_mine && mrt_lane == 0)
  {
    const double mrt_lead0 = *((__global double *)(&mrt_carries[1 * mrt_groups + mrt_group]));
    double mrt_whole0 = mrt_tree0[mrt_item] + mrt_lead0;
    int i = (int)mrt_id0;
    double sum = 0.5;
    sum = sum + mrt_whole0;
    y[i] = sum;
  }
}
__attribute__((reqd_work_group_size(256, 1, 1)))
__kernel void rows_multiply_1_rising(__global int *row_base, long row_offset, __global double *a_base, long a_offset, __global double *x_base, long x_offset, __global int *column_base, long column_offset, __global double *y_base, long y_offset, ulong mrt_count0, __global ulong *mrt_carries, __global ulong *mrt_firsts)
{
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  __global double *x = (__global double *)((__global char *)x_base + x_offset);
  __global int *column = (__global int *)((__global char *)column_base + column_offset);
  __global double *y = (__global double *)((__global char *)y_base + y_offset);
  const __global int *mrt_rows = row + ((long)0 + 0);
  const ulong mrt_base = (ulong)mrt_rows[0];
  const ulong mrt_total = mrt_count0 + ((ulong)mrt_rows[mrt_count0] - mrt_base);
  const uint mrt_item = get_local_id(0);
  __local uint mrt_found[2];
  if (mrt_item < 2)
    mrt_found[mrt_item] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  ulong mrt_longest = 0;
  uint mrt_falls = 0;
  for (ulong mrt_at = get_global_id(0); mrt_at < mrt_count0; mrt_at += get_global_size(0))
  {
    if (mrt_rows[mrt_at] > mrt_rows[mrt_at + 1])
      mrt_falls = 1;
    else
      mrt_longest = max(mrt_longest, (ulong)mrt_rows[mrt_at + 1] - (ulong)mrt_rows[mrt_at]);
  }

  if (mrt_falls)
    atomic_or(&mrt_found[0], 1u);
  atomic_max(&mrt_found[1], (uint)min(mrt_longest, (ulong)UINT_MAX));
  barrier(CLK_LOCAL_MEM_FENCE);
  __global uint *mrt_results = (__global uint *)mrt_carries;
  if (mrt_item == 0)
  {
    if (mrt_found[0] != 0)
      atomic_or(&mrt_results[0], 1u);
    atomic_max(&mrt_results[1], mrt_found[1]);
  }
  if (get_global_id(0) == 0)
  {
    if (mrt_rows[0] < 0 || (ulong)((int)mrt_rows[mrt_count0]) != (ulong)mrt_rows[mrt_count0])
      atomic_or(&mrt_results[0], 1u);
    mrt_carries[1] = mrt_total - mrt_count0;
  }
}
__attribute__((reqd_work_group_size(256, 1, 1)))
__kernel void rows_multiply_1_borders(__global int *row_base, long row_offset, __global double *a_base, long a_offset, __global double *x_base, long x_offset, __global int *column_base, long column_offset, __global double *y_base, long y_offset, ulong mrt_count0, __global ulong *mrt_carries, __global ulong *mrt_firsts)
{
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  __global double *x = (__global double *)((__global char *)x_base + x_offset);
  __global int *column = (__global int *)((__global char *)column_base + column_offset);
  __global double *y = (__global double *)((__global char *)y_base + y_offset);
  const __global int *mrt_rows = row + ((long)0 + 0);
  const ulong mrt_base = (ulong)mrt_rows[0];
  const ulong mrt_total = mrt_count0 + ((ulong)mrt_rows[mrt_count0] - mrt_base);
  const uint mrt_item = get_local_id(0);
  const ulong mrt_number = get_global_id(0);
  if (mrt_number > (mrt_total + (1280 - 1)) / 1280)
    return;
  const ulong mrt_border = min(mrt_number * 1280, mrt_total);
  ulong mrt_low = 0;
  ulong mrt_high = mrt_count0;
  while (mrt_low < mrt_high)
  {
    const ulong mrt_middle = (mrt_low + mrt_high) / 2;
    if ((ulong)mrt_rows[mrt_middle + 1] - mrt_base + mrt_middle < mrt_border)
      mrt_low = mrt_middle + 1;
    else
      mrt_high = mrt_middle;
  }

  mrt_firsts[mrt_number] = mrt_low;
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
  double sum = 0.5;
  for (int k = row[i]; k < row[i + 1]; k++)
    sum += a[k] * x[column[k]];

  y[i] = sum;
}
#endif

/* rows.c:19:9 (gang, collapse) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void rows_scale_1(int mrt_lower_i, __global double *factor_of_base, long factor_of_offset, __global long *row_base, long row_offset, __global float *stored_base, long stored_offset, __global double *weight_base, long weight_offset, ulong mrt_count0)
{
  __global double *factor_of = (__global double *)((__global char *)factor_of_base + factor_of_offset);
  __global long *row = (__global long *)((__global char *)row_base + row_offset);
  __global float *stored = (__global float *)((__global char *)stored_base + stored_offset);
  __global double *weight = (__global double *)((__global char *)weight_base + weight_offset);
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  ulong mrt_index = get_global_id(0) / MRT_LANES;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int i = mrt_lower_i + (int)mrt_id0;
  double factor;
  if (mrt_inside)
  {
    factor = factor_of[i];
  }
  if (mrt_inside)
  {
    long k = row[i];
    long mrt_first0 = k;
    ulong mrt_trips0 = k < row[i + 1] ? (ulong)row[i + 1] - (ulong)k : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
    {
      k = mrt_first0 + (long)mrt_trip0;
      stored[k] = factor * weight[k] + i;
    }

  }
}
__attribute__((reqd_work_group_size(1 * 256u, 1, 1)))
__kernel void rows_scale_1_by_256(int mrt_lower_i, __global double *factor_of_base, long factor_of_offset, __global long *row_base, long row_offset, __global float *stored_base, long stored_offset, __global double *weight_base, long weight_offset, ulong mrt_count0)
{
  __global double *factor_of = (__global double *)((__global char *)factor_of_base + factor_of_offset);
  __global long *row = (__global long *)((__global char *)row_base + row_offset);
  __global float *stored = (__global float *)((__global char *)stored_base + stored_offset);
  __global double *weight = (__global double *)((__global char *)weight_base + weight_offset);
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % 256u;
  const uint mrt_line = mrt_item / 256u;
  ulong mrt_index = get_global_id(0) / 256u;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int i = mrt_lower_i + (int)mrt_id0;
  double factor;
  if (mrt_inside)
  {
    factor = factor_of[i];
  }
  if (mrt_inside)
  {
    long k = row[i];
    long mrt_first0 = k;
    ulong mrt_trips0 = k < row[i + 1] ? (ulong)row[i + 1] - (ulong)k : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += 256u)
    {
      k = mrt_first0 + (long)mrt_trip0;
      stored[k] = factor * weight[k] + i;
    }

  }
}
__attribute__((reqd_work_group_size(256, 1, 1)))
__kernel void rows_scale_1_by_elements(int mrt_lower_i, __global double *factor_of_base, long factor_of_offset, __global long *row_base, long row_offset, __global float *stored_base, long stored_offset, __global double *weight_base, long weight_offset, ulong mrt_count0, __global ulong *mrt_carries, __global ulong *mrt_firsts)
{
  __global double *factor_of = (__global double *)((__global char *)factor_of_base + factor_of_offset);
  __global long *row = (__global long *)((__global char *)row_base + row_offset);
  __global float *stored = (__global float *)((__global char *)stored_base + stored_offset);
  __global double *weight = (__global double *)((__global char *)weight_base + weight_offset);
  const __global long *mrt_rows = row + ((long)mrt_lower_i + 0);
  const ulong mrt_base = (ulong)mrt_rows[0];
  const ulong mrt_total = mrt_count0 + ((ulong)mrt_rows[mrt_count0] - mrt_base);
  const uint mrt_item = get_local_id(0);
  __local uint mrt_ends[1280];
  const ulong mrt_group = get_global_id(0) / 256;
  const ulong mrt_groups = (mrt_total + (1280 - 1)) / 1280;
  const ulong mrt_begin = min(mrt_group * 1280, mrt_total);
  const ulong mrt_end = min(mrt_begin + 1280, mrt_total);
  const ulong mrt_first = mrt_firsts[mrt_group];
  const ulong mrt_from = mrt_begin - mrt_first;
  const uint mrt_ending = (uint)(mrt_firsts[mrt_group + 1] - mrt_first);
  const uint mrt_elements = (uint)(mrt_end - mrt_begin) - mrt_ending;
  for (uint mrt_at = mrt_item; mrt_at < mrt_ending; mrt_at += 256)
    mrt_ends[mrt_at] = (uint)((ulong)mrt_rows[mrt_first + mrt_at + 1] - mrt_base - mrt_from);

  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_at = mrt_item; mrt_at < mrt_elements; mrt_at += 256)
  {
    long k = (long)(mrt_base + mrt_from + mrt_at);
    uint mrt_low = 0;
    uint mrt_high = mrt_ending;
    while (mrt_low < mrt_high)
    {
      const uint mrt_middle = (mrt_low + mrt_high) / 2;
      if (mrt_ends[mrt_middle] <= mrt_at)
        mrt_low = mrt_middle + 1;
      else
        mrt_high = mrt_middle;
    }

    const ulong mrt_id0 = mrt_first + mrt_low;
    int i = mrt_lower_i + (int)mrt_id0;
    double factor = factor_of[i];
    stored[k] = factor * weight[k] + i;
  }

}
__attribute__((reqd_work_group_size(256, 1, 1)))
__kernel void rows_scale_1_rising(int mrt_lower_i, __global double *factor_of_base, long factor_of_offset, __global long *row_base, long row_offset, __global float *stored_base, long stored_offset, __global double *weight_base, long weight_offset, ulong mrt_count0, __global ulong *mrt_carries, __global ulong *mrt_firsts)
{
  __global double *factor_of = (__global double *)((__global char *)factor_of_base + factor_of_offset);
  __global long *row = (__global long *)((__global char *)row_base + row_offset);
  __global float *stored = (__global float *)((__global char *)stored_base + stored_offset);
  __global double *weight = (__global double *)((__global char *)weight_base + weight_offset);
  const __global long *mrt_rows = row + ((long)mrt_lower_i + 0);
  const ulong mrt_base = (ulong)mrt_rows[0];
  const ulong mrt_total = mrt_count0 + ((ulong)mrt_rows[mrt_count0] - mrt_base);
  const uint mrt_item = get_local_id(0);
  __local uint mrt_found[2];
  if (mrt_item < 2)
    mrt_found[mrt_item] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  ulong mrt_longest = 0;
  uint mrt_falls = 0;
  for (ulong mrt_at = get_global_id(0); mrt_at < mrt_count0; mrt_at += get_global_size(0))
  {
    if (mrt_rows[mrt_at] > mrt_rows[mrt_at + 1])
      mrt_falls = 1;
    else
      mrt_longest = max(mrt_longest, (ulong)mrt_rows[mrt_at + 1] - (ulong)mrt_rows[mrt_at]);
  }

  if (mrt_falls)
    atomic_or(&mrt_found[0], 1u);
  atomic_max(&mrt_found[1], (uint)min(mrt_longest, (ulong)UINT_MAX));
  barrier(CLK_LOCAL_MEM_FENCE);
  __global uint *mrt_results = (__global uint *)mrt_carries;
  if (mrt_item == 0)
  {
    if (mrt_found[0] != 0)
      atomic_or(&mrt_results[0], 1u);
    atomic_max(&mrt_results[1], mrt_found[1]);
  }
  if (get_global_id(0) == 0)
  {
    if (mrt_rows[0] < 0 || (ulong)((long)mrt_rows[mrt_count0]) != (ulong)mrt_rows[mrt_count0])
      atomic_or(&mrt_results[0], 1u);
    mrt_carries[1] = mrt_total - mrt_count0;
  }
}
__attribute__((reqd_work_group_size(256, 1, 1)))
__kernel void rows_scale_1_borders(int mrt_lower_i, __global double *factor_of_base, long factor_of_offset, __global long *row_base, long row_offset, __global float *stored_base, long stored_offset, __global double *weight_base, long weight_offset, ulong mrt_count0, __global ulong *mrt_carries, __global ulong *mrt_firsts)
{
  __global double *factor_of = (__global double *)((__global char *)factor_of_base + factor_of_offset);
  __global long *row = (__global long *)((__global char *)row_base + row_offset);
  __global float *stored = (__global float *)((__global char *)stored_base + stored_offset);
  __global double *weight = (__global double *)((__global char *)weight_base + weight_offset);
  const __global long *mrt_rows = row + ((long)mrt_lower_i + 0);
  const ulong mrt_base = (ulong)mrt_rows[0];
  const ulong mrt_total = mrt_count0 + ((ulong)mrt_rows[mrt_count0] - mrt_base);
  const uint mrt_item = get_local_id(0);
  const ulong mrt_number = get_global_id(0);
  if (mrt_number > (mrt_total + (1280 - 1)) / 1280)
    return;
  const ulong mrt_border = min(mrt_number * 1280, mrt_total);
  ulong mrt_low = 0;
  ulong mrt_high = mrt_count0;
  while (mrt_low < mrt_high)
  {
    const ulong mrt_middle = (mrt_low + mrt_high) / 2;
    if ((ulong)mrt_rows[mrt_middle + 1] - mrt_base + mrt_middle < mrt_border)
      mrt_low = mrt_middle + 1;
    else
      mrt_high = mrt_middle;
  }

  mrt_firsts[mrt_number] = mrt_low;
}
#else
__kernel void rows_scale_1(int mrt_lower_i, __global double *factor_of_base, long factor_of_offset, __global long *row_base, long row_offset, __global float *stored_base, long stored_offset, __global double *weight_base, long weight_offset, ulong mrt_count0)
{
  __global double *factor_of = (__global double *)((__global char *)factor_of_base + factor_of_offset);
  __global long *row = (__global long *)((__global char *)row_base + row_offset);
  __global float *stored = (__global float *)((__global char *)stored_base + stored_offset);
  __global double *weight = (__global double *)((__global char *)weight_base + weight_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = mrt_lower_i + (int)mrt_id0;
  double factor = factor_of[i];
  for (long k = row[i]; k < row[i + 1]; k++)
    stored[k] = factor * weight[k] + i;

}
#endif

/* rows.c:31:9 (gang, collapse) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void rows_extremes_1(__global uint *end_base, long end_offset, __global int *column_base, long column_offset, __global float *a_base, long a_offset, __global float *least_base, long least_offset, __global float *most_base, long most_offset, __global long *count_base, long count_offset, ulong mrt_count0)
{
  __global uint *end = (__global uint *)((__global char *)end_base + end_offset);
  __global int *column = (__global int *)((__global char *)column_base + column_offset);
  __global float *a = (__global float *)((__global char *)a_base + a_offset);
  __global float *least = (__global float *)((__global char *)least_base + least_offset);
  __global float *most = (__global float *)((__global char *)most_base + most_offset);
  __global long *count = (__global long *)((__global char *)count_base + count_offset);
  __local long mrt_tree0[4 * MRT_LANES];
  __local float mrt_tree1[4 * MRT_LANES];
  __local float mrt_tree2[4 * MRT_LANES];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  ulong mrt_index = get_global_id(0) / MRT_LANES;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int i = 1 + (int)mrt_id0;
  uint k;
  float low;
  float high;
  long found;
  if (mrt_inside)
  {
    low = 1e30f;
    high = -1e30f;
    found = 0;
  }
  long mrt_part0 = 0;
  float mrt_part1 = (float)-INFINITY;
  float mrt_part2 = (float)INFINITY;
  if (mrt_inside)
  {
    k = end[i - 1];
    uint mrt_first0 = k;
    ulong mrt_trips0 = k < end[i] ? (ulong)end[i] - (ulong)k : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
    {
      k = mrt_first0 + (uint)mrt_trip0;
      if (column[k] == i)
        continue;
      mrt_part2 = a[k] < mrt_part2 ? a[k] : mrt_part2;
      mrt_part1 = a[k] > mrt_part1 ? a[k] : mrt_part1;
      mrt_part0++;
    }

  }
  mrt_tree0[mrt_item] = mrt_part0;
  mrt_tree1[mrt_item] = mrt_part1;
  mrt_tree2[mrt_item] = mrt_part2;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  for (ulong mrt_half = MRT_LANES / 2; mrt_half > 0; mrt_half /= 2)
  {
    if (mrt_lane < mrt_half)
    {
      mrt_tree0[mrt_item] = mrt_tree0[mrt_item] + mrt_tree0[mrt_item + mrt_half];
      mrt_tree1[mrt_item] = mrt_tree1[mrt_item + mrt_half] > mrt_tree1[mrt_item] ? mrt_tree1[mrt_item + mrt_half] : mrt_tree1[mrt_item];
      mrt_tree2[mrt_item] = mrt_tree2[mrt_item + mrt_half] < mrt_tree2[mrt_item] ? mrt_tree2[mrt_item + mrt_half] : mrt_tree2[mrt_item];
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }

  if (mrt_inside)
  {
    found = found + mrt_tree0[mrt_item - mrt_lane];
    high = mrt_tree1[mrt_item - mrt_lane] > high ? mrt_tree1[mrt_item - mrt_lane] : high;
    low = mrt_tree2[mrt_item - mrt_lane] < low ? mrt_tree2[mrt_item - mrt_lane] : low;
    {
      if (mrt_lane == 0)
        least[i] = low;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_inside)
  {
    {
      if (mrt_lane == 0)
        most[i] = high;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_inside)
  {
    {
      if (mrt_lane == 0)
        count[i] += found;
    }
  }
}
__attribute__((reqd_work_group_size(1 * 256u, 1, 1)))
__kernel void rows_extremes_1_by_256(__global uint *end_base, long end_offset, __global int *column_base, long column_offset, __global float *a_base, long a_offset, __global float *least_base, long least_offset, __global float *most_base, long most_offset, __global long *count_base, long count_offset, ulong mrt_count0)
{
  __global uint *end = (__global uint *)((__global char *)end_base + end_offset);
  __global int *column = (__global int *)((__global char *)column_base + column_offset);
  __global float *a = (__global float *)((__global char *)a_base + a_offset);
  __global float *least = (__global float *)((__global char *)least_base + least_offset);
  __global float *most = (__global float *)((__global char *)most_base + most_offset);
  __global long *count = (__global long *)((__global char *)count_base + count_offset);
  __local long mrt_tree0[1 * 256u];
  __local float mrt_tree1[1 * 256u];
  __local float mrt_tree2[1 * 256u];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % 256u;
  const uint mrt_line = mrt_item / 256u;
  ulong mrt_index = get_global_id(0) / 256u;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int i = 1 + (int)mrt_id0;
  uint k;
  float low;
  float high;
  long found;
  if (mrt_inside)
  {
    low = 1e30f;
    high = -1e30f;
    found = 0;
  }
  long mrt_part0 = 0;
  float mrt_part1 = (float)-INFINITY;
  float mrt_part2 = (float)INFINITY;
  if (mrt_inside)
  {
    k = end[i - 1];
    uint mrt_first0 = k;
    ulong mrt_trips0 = k < end[i] ? (ulong)end[i] - (ulong)k : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += 256u)
    {
      k = mrt_first0 + (uint)mrt_trip0;
      if (column[k] == i)
        continue;
      mrt_part2 = a[k] < mrt_part2 ? a[k] : mrt_part2;
      mrt_part1 = a[k] > mrt_part1 ? a[k] : mrt_part1;
      mrt_part0++;
    }

  }
  mrt_tree0[mrt_item] = mrt_part0;
  mrt_tree1[mrt_item] = mrt_part1;
  mrt_tree2[mrt_item] = mrt_part2;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  for (ulong mrt_half = 256u / 2; mrt_half > 0; mrt_half /= 2)
  {
    if (mrt_lane < mrt_half)
    {
      mrt_tree0[mrt_item] = mrt_tree0[mrt_item] + mrt_tree0[mrt_item + mrt_half];
      mrt_tree1[mrt_item] = mrt_tree1[mrt_item + mrt_half] > mrt_tree1[mrt_item] ? mrt_tree1[mrt_item + mrt_half] : mrt_tree1[mrt_item];
      mrt_tree2[mrt_item] = mrt_tree2[mrt_item + mrt_half] < mrt_tree2[mrt_item] ? mrt_tree2[mrt_item + mrt_half] : mrt_tree2[mrt_item];
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }

  if (mrt_inside)
  {
    found = found + mrt_tree0[mrt_item - mrt_lane];
    high = mrt_tree1[mrt_item - mrt_lane] > high ? mrt_tree1[mrt_item - mrt_lane] : high;
    low = mrt_tree2[mrt_item - mrt_lane] < low ? mrt_tree2[mrt_item - mrt_lane] : low;
    {
      if (mrt_lane == 0)
        least[i] = low;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_inside)
  {
    {
      if (mrt_lane == 0)
        most[i] = high;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_inside)
  {
    {
      if (mrt_lane == 0)
        count[i] += found;
    }
  }
}
__attribute__((reqd_work_group_size(256, 1, 1)))
__kernel void rows_extremes_1_by_elements(__global uint *end_base, long end_offset, __global int *column_base, long column_offset, __global float *a_base, long a_offset, __global float *least_base, long least_offset, __global float *most_base, long most_offset, __global long *count_base, long count_offset, ulong mrt_count0, __global ulong *mrt_carries, __global ulong *mrt_firsts)
{
  __global uint *end = (__global uint *)((__global char *)end_base + end_offset);
  __global int *column = (__global int *)((__global char *)column_base + column_offset);
  __global float *a = (__global float *)((__global char *)a_base + a_offset);
  __global float *least = (__global float *)((__global char *)least_base + least_offset);
  __global float *most = (__global float *)((__global char *)most_base + most_offset);
  __global long *count = (__global long *)((__global char *)count_base + count_offset);
  const __global uint *mrt_rows = end + ((long)1 + -1);
  const ulong mrt_base = (ulong)mrt_rows[0];
  const ulong mrt_total = mrt_count0 + ((ulong)mrt_rows[mrt_count0] - mrt_base);
  const uint mrt_item = get_local_id(0);
  __local long mrt_values0[768];
  __local long mrt_tails0[256];
  __local float mrt_values1[768];
  __local float mrt_tails1[256];
  __local float mrt_values2[768];
  __local float mrt_tails2[256];
  __local uint mrt_ends[768];
  __local uint mrt_closed[256];
  const ulong mrt_group = get_global_id(0) / 256;
  const ulong mrt_groups = (mrt_total + (768 - 1)) / 768;
  const ulong mrt_begin = min(mrt_group * 768, mrt_total);
  const ulong mrt_end = min(mrt_begin + 768, mrt_total);
  const ulong mrt_first = mrt_firsts[mrt_group];
  const ulong mrt_from = mrt_begin - mrt_first;
  const uint mrt_ending = (uint)(mrt_firsts[mrt_group + 1] - mrt_first);
  const uint mrt_elements = (uint)(mrt_end - mrt_begin) - mrt_ending;
  for (uint mrt_at = mrt_item; mrt_at < mrt_ending; mrt_at += 256)
    mrt_ends[mrt_at] = (uint)((ulong)mrt_rows[mrt_first + mrt_at + 1] - mrt_base - mrt_from);

  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_at = mrt_item; mrt_at < mrt_elements; mrt_at += 256)
  {
    uint k = (uint)(mrt_base + mrt_from + mrt_at);
    uint mrt_low = 0;
    uint mrt_high = mrt_ending;
    while (mrt_low < mrt_high)
    {
      const uint mrt_middle = (mrt_low + mrt_high) / 2;
      if (mrt_ends[mrt_middle] <= mrt_at)
        mrt_low = mrt_middle + 1;
      else
        mrt_high = mrt_middle;
    }

    const ulong mrt_id0 = mrt_first + mrt_low;
    int i = 1 + (int)mrt_id0;
    long mrt_part0 = 0;
    float mrt_part1 = (float)(-INFINITY);
    float mrt_part2 = (float)INFINITY;
    do
    {
      if (column[k] == i)
        continue;
      mrt_part2 = a[k] < mrt_part2 ? a[k] : mrt_part2;
      mrt_part1 = a[k] > mrt_part1 ? a[k] : mrt_part1;
      mrt_part0++;
    }
    while (0);
    mrt_values0[mrt_at] = mrt_part0;
    mrt_values1[mrt_at] = mrt_part1;
    mrt_values2[mrt_at] = mrt_part2;
  }

  barrier(CLK_LOCAL_MEM_FENCE);
  const uint mrt_place = min(mrt_item * 3, mrt_elements + mrt_ending);
  const uint mrt_after = min(mrt_place + 3, mrt_elements + mrt_ending);
  uint mrt_row = 0;
  uint mrt_beyond = min(mrt_place, mrt_ending);
  while (mrt_row < mrt_beyond)
  {
    const uint mrt_middle = (mrt_row + mrt_beyond) / 2;
    if (mrt_ends[mrt_middle] + mrt_middle < mrt_place)
      mrt_row = mrt_middle + 1;
    else
      mrt_beyond = mrt_middle;
  }

  const uint mrt_open = mrt_row;
  uint mrt_next = mrt_place - mrt_row;
  long mrt_sum0 = 0;
  long mrt_lead0 = 0;
  float mrt_sum1 = (float)(-INFINITY);
  float mrt_lead1 = (float)(-INFINITY);
  float mrt_sum2 = (float)INFINITY;
  float mrt_lead2 = (float)INFINITY;
  for (uint mrt_at = mrt_place; mrt_at < mrt_after; mrt_at++)
  {
    if (mrt_row < mrt_ending && mrt_ends[mrt_row] <= mrt_next)
    {
      if (mrt_row == mrt_open)
        mrt_lead0 = mrt_sum0;
      else
        mrt_values0[767 - mrt_row] = mrt_sum0;
      mrt_sum0 = 0;
      if (mrt_row == mrt_open)
        mrt_lead1 = mrt_sum1;
      else
        mrt_values1[767 - mrt_row] = mrt_sum1;
      mrt_sum1 = (float)(-INFINITY);
      if (mrt_row == mrt_open)
        mrt_lead2 = mrt_sum2;
      else
        mrt_values2[767 - mrt_row] = mrt_sum2;
      mrt_sum2 = (float)INFINITY;
      mrt_row++;
    }
    else
    {
      const long mrt_value0 = mrt_values0[mrt_next];
      mrt_sum0 = mrt_sum0 + mrt_value0;
      const float mrt_value1 = mrt_values1[mrt_next];
      mrt_sum1 = mrt_value1 > mrt_sum1 ? mrt_value1 : mrt_sum1;
      const float mrt_value2 = mrt_values2[mrt_next];
      mrt_sum2 = mrt_value2 < mrt_sum2 ? mrt_value2 : mrt_sum2;
      mrt_next++;
    }
  }

  mrt_tails0[mrt_item] = mrt_sum0;
  mrt_tails1[mrt_item] = mrt_sum1;
  mrt_tails2[mrt_item] = mrt_sum2;
  mrt_closed[mrt_item] = mrt_row > mrt_open;
  barrier(CLK_LOCAL_MEM_FENCE);
  #pragma unroll 1
  for (uint mrt_by = 1; mrt_by < 256; mrt_by *= 2)
  {
    const int mrt_joins = mrt_item >= mrt_by && !mrt_closed[mrt_item];
    const uint mrt_mark = mrt_joins ? mrt_closed[mrt_item - mrt_by] : 0;
    long mrt_tail0 = mrt_tails0[mrt_item];
    if (mrt_joins)
    {
      const long mrt_before0 = mrt_tails0[mrt_item - mrt_by];
      mrt_tail0 = mrt_before0 + mrt_tail0;
    }
    float mrt_tail1 = mrt_tails1[mrt_item];
    if (mrt_joins)
    {
      const float mrt_before1 = mrt_tails1[mrt_item - mrt_by];
      mrt_tail1 = mrt_tail1 > mrt_before1 ? mrt_tail1 : mrt_before1;
    }
    float mrt_tail2 = mrt_tails2[mrt_item];
    if (mrt_joins)
    {
      const float mrt_before2 = mrt_tails2[mrt_item - mrt_by];
      mrt_tail2 = mrt_tail2 < mrt_before2 ? mrt_tail2 : mrt_before2;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (mrt_joins)
    {
      mrt_closed[mrt_item] = mrt_mark;
      mrt_tails0[mrt_item] = mrt_tail0;
      mrt_tails1[mrt_item] = mrt_tail1;
      mrt_tails2[mrt_item] = mrt_tail2;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  if (mrt_row > mrt_open)
  {
    const long mrt_tail0 = mrt_item > 0 ? mrt_tails0[mrt_item - 1] : (long)0;
    mrt_values0[767 - mrt_open] = mrt_tail0 + mrt_lead0;
    const float mrt_tail1 = mrt_item > 0 ? mrt_tails1[mrt_item - 1] : (float)((float)(-INFINITY));
    mrt_values1[767 - mrt_open] = mrt_lead1 > mrt_tail1 ? mrt_lead1 : mrt_tail1;
    const float mrt_tail2 = mrt_item > 0 ? mrt_tails2[mrt_item - 1] : (float)((float)INFINITY);
    mrt_values2[767 - mrt_open] = mrt_lead2 < mrt_tail2 ? mrt_lead2 : mrt_tail2;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_at = mrt_item; mrt_at < mrt_ending; mrt_at += 256)
  {
    const ulong mrt_id0 = mrt_first + mrt_at;
    if (mrt_at == 0 && mrt_id0 + ((ulong)mrt_rows[mrt_id0] - mrt_base) < mrt_begin)
    {
      *((__global long *)(&mrt_carries[1 * mrt_groups + mrt_group])) = mrt_values0[767];
      *((__global float *)(&mrt_carries[3 * mrt_groups + mrt_group])) = mrt_values1[767];
      *((__global float *)(&mrt_carries[5 * mrt_groups + mrt_group])) = mrt_values2[767];
      continue;
    }
    long mrt_whole0 = mrt_values0[767 - mrt_at];
    float mrt_whole1 = mrt_values1[767 - mrt_at];
    float mrt_whole2 = mrt_values2[767 - mrt_at];
    int i = 1 + (int)mrt_id0;
    uint k;
    float low = 1e30f;
    float high = -1e30f;
    long found = 0;
    found = found + mrt_whole0;
    high = mrt_whole1 > high ? mrt_whole1 : high;
    low = mrt_whole2 < low ? mrt_whole2 : low;
    least[i] = low;
    most[i] = high;
    count[i] += found;
  }

  if (mrt_item == 255)
  {
    *((__global long *)(&mrt_carries[0 * mrt_groups + mrt_group])) = mrt_tails0[mrt_item];
    *((__global float *)(&mrt_carries[2 * mrt_groups + mrt_group])) = mrt_tails1[mrt_item];
    *((__global float *)(&mrt_carries[4 * mrt_groups + mrt_group])) = mrt_tails2[mrt_item];
  }
}
__attribute__((reqd_work_group_size(128, 1, 1)))
__kernel void rows_extremes_1_carried(__global uint *end_base, long end_offset, __global int *column_base, long column_offset, __global float *a_base, long a_offset, __global float *least_base, long least_offset, __global float *most_base, long most_offset, __global long *count_base, long count_offset, ulong mrt_count0, __global ulong *mrt_carries, __global ulong *mrt_firsts)
{
  __global uint *end = (__global uint *)((__global char *)end_base + end_offset);
  __global int *column = (__global int *)((__global char *)column_base + column_offset);
  __global float *a = (__global float *)((__global char *)a_base + a_offset);
  __global float *least = (__global float *)((__global char *)least_base + least_offset);
  __global float *most = (__global float *)((__global char *)most_base + most_offset);
  __global long *count = (__global long *)((__global char *)count_base + count_offset);
  const __global uint *mrt_rows = end + ((long)1 + -1);
  const ulong mrt_base = (ulong)mrt_rows[0];
  const ulong mrt_total = mrt_count0 + ((ulong)mrt_rows[mrt_count0] - mrt_base);
  const uint mrt_item = get_local_id(0);
  __local long mrt_tree0[128];
  __local float mrt_tree1[128];
  __local float mrt_tree2[128];
  const uint mrt_lane = mrt_item % 32;
  const ulong mrt_group = get_global_id(0) / 32;
  const ulong mrt_groups = (mrt_total + (768 - 1)) / 768;
  const ulong mrt_begin = min(mrt_group * 768, mrt_total);
  const ulong mrt_end = min(mrt_begin + 768, mrt_total);
  const ulong mrt_id0 = mrt_group < mrt_groups ? mrt_firsts[mrt_group] : mrt_count0;
  ulong mrt_start = 0;
  ulong mrt_finish = mrt_total;
  if (mrt_id0 < mrt_count0)
  {
    mrt_start = mrt_id0 + ((ulong)mrt_rows[mrt_id0] - mrt_base);
    mrt_finish = mrt_id0 + ((ulong)mrt_rows[mrt_id0 + 1] - mrt_base);
  }
  const int mrt_mine = mrt_id0 < mrt_count0 && mrt_start < mrt_begin && mrt_finish < mrt_end;
  long mrt_sum0 = 0;
  float mrt_sum1 = (float)(-INFINITY);
  float mrt_sum2 = (float)INFINITY;
  if (mrt_mine)
    for (ulong mrt_at = mrt_start / 768 + mrt_lane; mrt_at < mrt_group; mrt_at += 32)
    {
      const long mrt_tail0 = *((__global long *)(&mrt_carries[0 * mrt_groups + mrt_at]));
      mrt_sum0 = mrt_sum0 + mrt_tail0;
      const float mrt_tail1 = *((__global float *)(&mrt_carries[2 * mrt_groups + mrt_at]));
      mrt_sum1 = mrt_tail1 > mrt_sum1 ? mrt_tail1 : mrt_sum1;
      const float mrt_tail2 = *((__global float *)(&mrt_carries[4 * mrt_groups + mrt_at]));
      mrt_sum2 = mrt_tail2 < mrt_sum2 ? mrt_tail2 : mrt_sum2;
    }

  mrt_tree0[mrt_item] = mrt_sum0;
  mrt_tree1[mrt_item] = mrt_sum1;
  mrt_tree2[mrt_item] = mrt_sum2;
  barrier(CLK_LOCAL_MEM_FENCE);
  #pragma unroll 1
  for (uint mrt_half = 16; mrt_half > 0; mrt_half /= 2)
  {
    if (mrt_lane < mrt_half)
    {
      mrt_tree0[mrt_item] = mrt_tree0[mrt_item] + mrt_tree0[mrt_item + mrt_half];
      mrt_tree1[mrt_item] = mrt_tree1[mrt_item + mrt_half] > mrt_tree1[mrt_item] ? mrt_tree1[mrt_item + mrt_half] : mrt_tree1[mrt_item];
      mrt_tree2[mrt_item] = mrt_tree2[mrt_item + mrt_half] < mrt_tree2[mrt_item] ? mrt_tree2[mrt_item + mrt_half] : mrt_tree2[mrt_item];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  if (mrt_mine && mrt_lane == 0)
  {
    const long mrt_lead0 = *((__global long *)(&mrt_carries[1 * mrt_groups + mrt_group]));
    long mrt_whole0 = mrt_tree0[mrt_item] + mrt_lead0;
    const float mrt_lead1 = *((__global float *)(&mrt_carries[3 * mrt_groups + mrt_group]));
    float mrt_whole1 = mrt_lead1 > mrt_tree1[mrt_item] ? mrt_lead1 : mrt_tree1[mrt_item];
    const float mrt_lead2 = *((__global float *)(&mrt_carries[5 * mrt_groups + mrt_group]));
    float mrt_whole2 = mrt_lead2 < mrt_tree2[mrt_item] ? mrt_lead2 : mrt_tree2[mrt_item];
    int i = 1 + (int)mrt_id0;
    uint k;
    float low = 1e30f;
    float high = -1e30f;
    long found = 0;
    found = found + mrt_whole0;
    high = mrt_whole1 > high ? mrt_whole1 : high;
    low = mrt_whole2 < low ? mrt_whole2 : low;
    least[i] = low;
    most[i] = high;
    count[i] += found;
  }
}
__attribute__((reqd_work_group_size(256, 1, 1)))
__kernel void rows_extremes_1_rising(__global uint *end_base, long end_offset, __global int *column_base, long column_offset, __global float *a_base, long a_offset, __global float *least_base, long least_offset, __global float *most_base, long most_offset, __global long *count_base, long count_offset, ulong mrt_count0, __global ulong *mrt_carries, __global ulong *mrt_firsts)
{
  __global uint *end = (__global uint *)((__global char *)end_base + end_offset);
  __global int *column = (__global int *)((__global char *)column_base + column_offset);
  __global float *a = (__global float *)((__global char *)a_base + a_offset);
  __global float *least = (__global float *)((__global char *)least_base + least_offset);
  __global float *most = (__global float *)((__global char *)most_base + most_offset);
  __global long *count = (__global long *)((__global char *)count_base + count_offset);
  const __global uint *mrt_rows = end + ((long)1 + -1);
  const ulong mrt_base = (ulong)mrt_rows[0];
  const ulong mrt_total = mrt_count0 + ((ulong)mrt_rows[mrt_count0] - mrt_base);
  const uint mrt_item = get_local_id(0);
  __local uint mrt_found[2];
  if (mrt_item < 2)
    mrt_found[mrt_item] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  ulong mrt_longest = 0;
  uint mrt_falls = 0;
  for (ulong mrt_at = get_global_id(0); mrt_at < mrt_count0; mrt_at += get_global_size(0))
  {
    if (mrt_rows[mrt_at] > mrt_rows[mrt_at + 1])
      mrt_falls = 1;
    else
      mrt_longest = max(mrt_longest, (ulong)mrt_rows[mrt_at + 1] - (ulong)mrt_rows[mrt_at]);
  }

  if (mrt_falls)
    atomic_or(&mrt_found[0], 1u);
  atomic_max(&mrt_found[1], (uint)min(mrt_longest, (ulong)UINT_MAX));
  barrier(CLK_LOCAL_MEM_FENCE);
  __global uint *mrt_results = (__global uint *)mrt_carries;
  if (mrt_item == 0)
  {
    if (mrt_found[0] != 0)
      atomic_or(&mrt_results[0], 1u);
    atomic_max(&mrt_results[1], mrt_found[1]);
  }
  if (get_global_id(0) == 0)
  {
    if ((ulong)((uint)mrt_rows[mrt_count0]) != (ulong)mrt_rows[mrt_count0])
      atomic_or(&mrt_results[0], 1u);
    mrt_carries[1] = mrt_total - mrt_count0;
  }
}
__attribute__((reqd_work_group_size(256, 1, 1)))
__kernel void rows_extremes_1_borders(__global uint *end_base, long end_offset, __global int *column_base, long column_offset, __global float *a_base, long a_offset, __global float *least_base, long least_offset, __global float *most_base, long most_offset, __global long *count_base, long count_offset, ulong mrt_count0, __global ulong *mrt_carries, __global ulong *mrt_firsts)
{
  __global uint *end = (__global uint *)((__global char *)end_base + end_offset);
  __global int *column = (__global int *)((__global char *)column_base + column_offset);
  __global float *a = (__global float *)((__global char *)a_base + a_offset);
  __global float *least = (__global float *)((__global char *)least_base + least_offset);
  __global float *most = (__global float *)((__global char *)most_base + most_offset);
  __global long *count = (__global long *)((__global char *)count_base + count_offset);
  const __global uint *mrt_rows = end + ((long)1 + -1);
  const ulong mrt_base = (ulong)mrt_rows[0];
  const ulong mrt_total = mrt_count0 + ((ulong)mrt_rows[mrt_count0] - mrt_base);
  const uint mrt_item = get_local_id(0);
  const ulong mrt_number = get_global_id(0);
  if (mrt_number > (mrt_total + (768 - 1)) / 768)
    return;
  const ulong mrt_border = min(mrt_number * 768, mrt_total);
  ulong mrt_low = 0;
  ulong mrt_high = mrt_count0;
  while (mrt_low < mrt_high)
  {
    const ulong mrt_middle = (mrt_low + mrt_high) / 2;
    if ((ulong)mrt_rows[mrt_middle + 1] - mrt_base + mrt_middle < mrt_border)
      mrt_low = mrt_middle + 1;
    else
      mrt_high = mrt_middle;
  }

  mrt_firsts[mrt_number] = mrt_low;
}
#else
__kernel void rows_extremes_1(__global uint *end_base, long end_offset, __global int *column_base, long column_offset, __global float *a_base, long a_offset, __global float *least_base, long least_offset, __global float *most_base, long most_offset, __global long *count_base, long count_offset, ulong mrt_count0)
{
  __global uint *end = (__global uint *)((__global char *)end_base + end_offset);
  __global int *column = (__global int *)((__global char *)column_base + column_offset);
  __global float *a = (__global float *)((__global char *)a_base + a_offset);
  __global float *least = (__global float *)((__global char *)least_base + least_offset);
  __global float *most = (__global float *)((__global char *)most_base + most_offset);
  __global long *count = (__global long *)((__global char *)count_base + count_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = 1 + (int)mrt_id0;
  uint k;
  float low = 1e30f;
  float high = -1e30f;
  long found = 0;
  for (k = end[i - 1]; k < end[i]; k++)
  {
    if (column[k] == i)
      continue;
    low = a[k] < low ? a[k] : low;
    high = a[k] > high ? a[k] : high;
    found++;
  }

  least[i] = low;
  most[i] = high;
  count[i] += found;
}
#endif

/* rows.c:51:9 (gang) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void rows_refused_1(__global int *row_base, long row_offset, __global double *a_base, long a_offset, __global double *y_base, long y_offset, ulong mrt_count0)
{
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  __global double *y = (__global double *)((__global char *)y_base + y_offset);
  __local double mrt_tree0[4 * MRT_LANES];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  ulong mrt_index = get_global_id(0) / MRT_LANES;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int i = (int)mrt_id0;
  double scale;
  double sum;
  if (mrt_inside)
  {
    scale = 1.0;
    sum = 0.0;
    for (int j = 0; j < 5; j++)
      scale = scale * 0.5 + i;

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
      mrt_part0 += a[k] * scale;
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
__kernel void rows_refused_1_by_256(__global int *row_base, long row_offset, __global double *a_base, long a_offset, __global double *y_base, long y_offset, ulong mrt_count0)
{
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  __global double *y = (__global double *)((__global char *)y_base + y_offset);
  __local double mrt_tree0[1 * 256u];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % 256u;
  const uint mrt_line = mrt_item / 256u;
  ulong mrt_index = get_global_id(0) / 256u;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int i = (int)mrt_id0;
  double scale;
  double sum;
  if (mrt_inside)
  {
    scale = 1.0;
    sum = 0.0;
    for (int j = 0; j < 5; j++)
      scale = scale * 0.5 + i;

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
      mrt_part0 += a[k] * scale;
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
__kernel void rows_refused_1(__global int *row_base, long row_offset, __global double *a_base, long a_offset, __global double *y_base, long y_offset, ulong mrt_count0)
{
  __global int *row = (__global int *)((__global char *)row_base + row_offset);
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  __global double *y = (__global double *)((__global char *)y_base + y_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  double scale = 1.0;
  double sum = 0.0;
  for (int j = 0; j < 5; j++)
    scale = scale * 0.5 + i;

  for (int k = row[i]; k < row[i + 1]; k++)
    sum += a[k] * scale;

  y[i] = sum;
}
#endif
