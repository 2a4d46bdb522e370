#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

long mrt_entry(__global const long *table, long first, long step, long index);
long mrt_entry(__global const long *table, long first, long step, long index)
{
  return step != 0 ? first + index * step : table[index];
}

/* copies.c:21:9 (fuse, gang) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void copies_cases_1(int n, __global long *x_rows_base, long x_rows_offset, long x_rows_first, long x_rows_step, __global double *x_base, long x_offset, __global double (*before_base)[22], long before_offset, ulong mrt_count0)
{
  __global long *x_rows = (__global long *)((__global char *)x_rows_base + x_rows_offset);
  __global double *x = (__global double *)((__global char *)x_base + x_offset);
  __global double (*before)[22] = (__global double (*)[22])((__global char *)before_base + before_offset);
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  ulong mrt_index = get_global_id(0) / MRT_LANES;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int i = 1 + (int)mrt_id0;
  int j;
  if (mrt_inside)
  {
    j = 1;
    int mrt_first0 = j;
    ulong mrt_trips0 = j <= n ? (ulong)n - (ulong)j + 1 : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
    {
      j = mrt_first0 + (int)mrt_trip0;
      x[mrt_entry(x_rows, x_rows_first, x_rows_step, i) + j] += 0.25 * before[i][j];
    }

  }
}
__attribute__((reqd_work_group_size(1 * 256u, 1, 1)))
__kernel void copies_cases_1_by_256(int n, __global long *x_rows_base, long x_rows_offset, long x_rows_first, long x_rows_step, __global double *x_base, long x_offset, __global double (*before_base)[22], long before_offset, ulong mrt_count0)
{
  __global long *x_rows = (__global long *)((__global char *)x_rows_base + x_rows_offset);
  __global double *x = (__global double *)((__global char *)x_base + x_offset);
  __global double (*before)[22] = (__global double (*)[22])((__global char *)before_base + before_offset);
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % 256u;
  const uint mrt_line = mrt_item / 256u;
  ulong mrt_index = get_global_id(0) / 256u;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int i = 1 + (int)mrt_id0;
  int j;
  if (mrt_inside)
  {
    j = 1;
    int mrt_first0 = j;
    ulong mrt_trips0 = j <= n ? (ulong)n - (ulong)j + 1 : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += 256u)
    {
      j = mrt_first0 + (int)mrt_trip0;
      x[mrt_entry(x_rows, x_rows_first, x_rows_step, i) + j] += 0.25 * before[i][j];
    }

  }
}
#else
__kernel void copies_cases_1(int n, __global long *x_rows_base, long x_rows_offset, long x_rows_first, long x_rows_step, __global double *x_base, long x_offset, __global double (*before_base)[22], long before_offset, ulong mrt_count0)
{
  __global long *x_rows = (__global long *)((__global char *)x_rows_base + x_rows_offset);
  __global double *x = (__global double *)((__global char *)x_base + x_offset);
  __global double (*before)[22] = (__global double (*)[22])((__global char *)before_base + before_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = 1 + (int)mrt_id0;
  int j;
  for (j = 1; j <= n; j++)
    x[mrt_entry(x_rows, x_rows_first, x_rows_step, i) + j] += 0.25 * before[i][j];

}
#endif

/* copies.c:25:9 (fuse) */
__kernel void copies_cases_2(__global long *x_rows_base, long x_rows_offset, long x_rows_first, long x_rows_step, __global double *x_base, long x_offset, int n, ulong mrt_count0)
{
  __global long *x_rows = (__global long *)((__global char *)x_rows_base + x_rows_offset);
  __global double *x = (__global double *)((__global char *)x_base + x_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = 1 + (int)mrt_id0;
  x[mrt_entry(x_rows, x_rows_first, x_rows_step, i) + 0] = x[mrt_entry(x_rows, x_rows_first, x_rows_step, i) + n];
  x[mrt_entry(x_rows, x_rows_first, x_rows_step, i) + (n + 1)] = x[mrt_entry(x_rows, x_rows_first, x_rows_step, i) + 1];
}

/* copies.c:30:9 (fuse) */
__kernel void copies_cases_3(__global double *x_base, long x_offset, __global double *x_n_base, long x_n_offset, __global double *x_n_1_base, long x_n_1_offset, __global double *x_1_base, long x_1_offset, ulong mrt_count0)
{
  __global double *x = (__global double *)((__global char *)x_base + x_offset);
  __global double *x_n = (__global double *)((__global char *)x_n_base + x_n_offset);
  __global double *x_n_1 = (__global double *)((__global char *)x_n_1_base + x_n_1_offset);
  __global double *x_1 = (__global double *)((__global char *)x_1_base + x_1_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int j = (int)mrt_id0;
  x[j] = x_n[j];
  x_n_1[j] = x_1[j];
}

/* copies.c:35:9 (fuse, gang) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void copies_cases_4(__global double (*after_base)[22], long after_offset, __global double (*before_base)[22], long before_offset, ulong mrt_count0)
{
  __global double (*after)[22] = (__global double (*)[22])((__global char *)after_base + after_offset);
  __global double (*before)[22] = (__global double (*)[22])((__global char *)before_base + before_offset);
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  ulong mrt_index = get_global_id(0) / MRT_LANES;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int i = 1 + (int)mrt_id0;
  int j;
  if (mrt_inside)
  {
    j = 1;
    int mrt_first0 = j;
    ulong mrt_trips0 = j <= 20 ? (ulong)20 - (ulong)j + 1 : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
    {
      j = mrt_first0 + (int)mrt_trip0;
      after[i][j] = before[i][j];
    }

  }
}
#else
__kernel void copies_cases_4(__global double (*after_base)[22], long after_offset, __global double (*before_base)[22], long before_offset, ulong mrt_count0)
{
  __global double (*after)[22] = (__global double (*)[22])((__global char *)after_base + after_offset);
  __global double (*before)[22] = (__global double (*)[22])((__global char *)before_base + before_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = 1 + (int)mrt_id0;
  int j;
  for (j = 1; j <= 20; j++)
    after[i][j] = before[i][j];

}
#endif

/* copies.c:39:9 (fuse) */
__kernel void copies_cases_5(__global double (*after_base)[22], long after_offset, ulong mrt_count0)
{
  __global double (*after)[22] = (__global double (*)[22])((__global char *)after_base + after_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int j = 1 + (int)mrt_id0;
  after[0][j] = after[20][j];
}

/* copies.c:21:9 (fuse, gang) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void copies_cases_1_fused(int n, __global long *x_rows_base, long x_rows_offset, long x_rows_first, long x_rows_step, __global double *x_base, long x_offset, __global double (*before_base)[22], long before_offset, ulong mrt_count0)
{
  __global long *x_rows = (__global long *)((__global char *)x_rows_base + x_rows_offset);
  __global double *x = (__global double *)((__global char *)x_base + x_offset);
  __global double (*before)[22] = (__global double (*)[22])((__global char *)before_base + before_offset);
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  ulong mrt_index = get_global_id(0) / MRT_LANES;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int i = 1 + (int)mrt_id0;
  int j;
  if (mrt_inside)
  {
    j = 1;
    int mrt_first0 = j;
    ulong mrt_trips0 = j <= n ? (ulong)n - (ulong)j + 1 : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
    {
      j = mrt_first0 + (int)mrt_trip0;
      double mrt_copied = x[mrt_entry(x_rows, x_rows_first, x_rows_step, i) + j] + 0.25 * before[i][j];
      x[mrt_entry(x_rows, x_rows_first, x_rows_step, i) + j] = mrt_copied;
      if (j == n)
        x[mrt_entry(x_rows, x_rows_first, x_rows_step, i) + 0] = mrt_copied;
      if (j == 1)
        x[mrt_entry(x_rows, x_rows_first, x_rows_step, i) + (n + 1)] = mrt_copied;
      if (i == n || i == 1)
      {
        if (i == n)
        {
          x[mrt_entry(x_rows, x_rows_first, x_rows_step, 0) + j] = mrt_copied;
          if (j == n)
            x[mrt_entry(x_rows, x_rows_first, x_rows_step, 0) + 0] = mrt_copied;
          if (j == 1)
            x[mrt_entry(x_rows, x_rows_first, x_rows_step, 0) + (n + 1)] = mrt_copied;
        }
        if (i == 1)
        {
          x[mrt_entry(x_rows, x_rows_first, x_rows_step, n + 1) + j] = mrt_copied;
          if (j == n)
            x[mrt_entry(x_rows, x_rows_first, x_rows_step, n + 1) + 0] = mrt_copied;
          if (j == 1)
            x[mrt_entry(x_rows, x_rows_first, x_rows_step, n + 1) + (n + 1)] = mrt_copied;
        }
      }
    }

  }
}
__attribute__((reqd_work_group_size(1 * 256u, 1, 1)))
__kernel void copies_cases_1_fused_by_256(int n, __global long *x_rows_base, long x_rows_offset, long x_rows_first, long x_rows_step, __global double *x_base, long x_offset, __global double (*before_base)[22], long before_offset, ulong mrt_count0)
{
  __global long *x_rows = (__global long *)((__global char *)x_rows_base + x_rows_offset);
  __global double *x = (__global double *)((__global char *)x_base + x_offset);
  __global double (*before)[22] = (__global double (*)[22])((__global char *)before_base + before_offset);
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % 256u;
  const uint mrt_line = mrt_item / 256u;
  ulong mrt_index = get_global_id(0) / 256u;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int i = 1 + (int)mrt_id0;
  int j;
  if (mrt_inside)
  {
    j = 1;
    int mrt_first0 = j;
    ulong mrt_trips0 = j <= n ? (ulong)n - (ulong)j + 1 : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += 256u)
    {
      j = mrt_first0 + (int)mrt_trip0;
      double mrt_copied = x[mrt_entry(x_rows, x_rows_first, x_rows_step, i) + j] + 0.25 * before[i][j];
      x[mrt_entry(x_rows, x_rows_first, x_rows_step, i) + j] = mrt_copied;
      if (j == n)
        x[mrt_entry(x_rows, x_rows_first, x_rows_step, i) + 0] = mrt_copied;
      if (j == 1)
        x[mrt_entry(x_rows, x_rows_first, x_rows_step, i) + (n + 1)] = mrt_copied;
      if (i == n || i == 1)
      {
        if (i == n)
        {
          x[mrt_entry(x_rows, x_rows_first, x_rows_step, 0) + j] = mrt_copied;
          if (j == n)
            x[mrt_entry(x_rows, x_rows_first, x_rows_step, 0) + 0] = mrt_copied;
          if (j == 1)
            x[mrt_entry(x_rows, x_rows_first, x_rows_step, 0) + (n + 1)] = mrt_copied;
        }
        if (i == 1)
        {
          x[mrt_entry(x_rows, x_rows_first, x_rows_step, n + 1) + j] = mrt_copied;
          if (j == n)
            x[mrt_entry(x_rows, x_rows_first, x_rows_step, n + 1) + 0] = mrt_copied;
          if (j == 1)
            x[mrt_entry(x_rows, x_rows_first, x_rows_step, n + 1) + (n + 1)] = mrt_copied;
        }
      }
    }

  }
}
#else
__kernel void copies_cases_1_fused(int n, __global long *x_rows_base, long x_rows_offset, long x_rows_first, long x_rows_step, __global double *x_base, long x_offset, __global double (*before_base)[22], long before_offset, ulong mrt_count0)
{
  __global long *x_rows = (__global long *)((__global char *)x_rows_base + x_rows_offset);
  __global double *x = (__global double *)((__global char *)x_base + x_offset);
  __global double (*before)[22] = (__global double (*)[22])((__global char *)before_base + before_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = 1 + (int)mrt_id0;
  int j;
  for (j = 1; j <= n; j++)
  {
    double mrt_copied = x[mrt_entry(x_rows, x_rows_first, x_rows_step, i) + j] + 0.25 * before[i][j];
    x[mrt_entry(x_rows, x_rows_first, x_rows_step, i) + j] = mrt_copied;
    if (j == n)
      x[mrt_entry(x_rows, x_rows_first, x_rows_step, i) + 0] = mrt_copied;
    if (j == 1)
      x[mrt_entry(x_rows, x_rows_first, x_rows_step, i) + (n + 1)] = mrt_copied;
    if (i == n || i == 1)
    {
      if (i == n)
      {
        x[mrt_entry(x_rows, x_rows_first, x_rows_step, 0) + j] = mrt_copied;
        if (j == n)
          x[mrt_entry(x_rows, x_rows_first, x_rows_step, 0) + 0] = mrt_copied;
        if (j == 1)
          x[mrt_entry(x_rows, x_rows_first, x_rows_step, 0) + (n + 1)] = mrt_copied;
      }
      if (i == 1)
      {
        x[mrt_entry(x_rows, x_rows_first, x_rows_step, n + 1) + j] = mrt_copied;
        if (j == n)
          x[mrt_entry(x_rows, x_rows_first, x_rows_step, n + 1) + 0] = mrt_copied;
        if (j == 1)
          x[mrt_entry(x_rows, x_rows_first, x_rows_step, n + 1) + (n + 1)] = mrt_copied;
      }
    }
  }

}
#endif

/* copies.c:35:9 (fuse, gang) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void copies_cases_4_fused(__global double (*after_base)[22], long after_offset, __global double (*before_base)[22], long before_offset, ulong mrt_count0)
{
  __global double (*after)[22] = (__global double (*)[22])((__global char *)after_base + after_offset);
  __global double (*before)[22] = (__global double (*)[22])((__global char *)before_base + before_offset);
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  ulong mrt_index = get_global_id(0) / MRT_LANES;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int i = 1 + (int)mrt_id0;
  int j;
  if (mrt_inside)
  {
    j = 1;
    int mrt_first0 = j;
    ulong mrt_trips0 = j <= 20 ? (ulong)20 - (ulong)j + 1 : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
    {
      j = mrt_first0 + (int)mrt_trip0;
      double mrt_copied = before[i][j];
      after[i][j] = mrt_copied;
      if (i == 20)
        after[0][j] = mrt_copied;
    }

  }
}
#else
__kernel void copies_cases_4_fused(__global double (*after_base)[22], long after_offset, __global double (*before_base)[22], long before_offset, ulong mrt_count0)
{
  __global double (*after)[22] = (__global double (*)[22])((__global char *)after_base + after_offset);
  __global double (*before)[22] = (__global double (*)[22])((__global char *)before_base + before_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = 1 + (int)mrt_id0;
  int j;
  for (j = 1; j <= 20; j++)
  {
    double mrt_copied = before[i][j];
    after[i][j] = mrt_copied;
    if (i == 20)
      after[0][j] = mrt_copied;
  }

}
#endif

/* copies.c:79:9 (fuse, gang) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void copies_relax_1(int n, __global long *y_rows_base, long y_rows_offset, long y_rows_first, long y_rows_step, __global double *y_base, long y_offset, __global double (*before_base)[22], long before_offset, ulong mrt_count0)
{
  __global long *y_rows = (__global long *)((__global char *)y_rows_base + y_rows_offset);
  __global double *y = (__global double *)((__global char *)y_base + y_offset);
  __global double (*before)[22] = (__global double (*)[22])((__global char *)before_base + before_offset);
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  ulong mrt_index = get_global_id(0) / MRT_LANES;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int i = 1 + (int)mrt_id0;
  int j;
  if (mrt_inside)
  {
    j = 1;
    int mrt_first0 = j;
    ulong mrt_trips0 = j <= n ? (ulong)n - (ulong)j + 1 : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
    {
      j = mrt_first0 + (int)mrt_trip0;
      y[mrt_entry(y_rows, y_rows_first, y_rows_step, i) + j] += 0.25 * before[i][j];
    }

  }
}
__attribute__((reqd_work_group_size(1 * 256u, 1, 1)))
__kernel void copies_relax_1_by_256(int n, __global long *y_rows_base, long y_rows_offset, long y_rows_first, long y_rows_step, __global double *y_base, long y_offset, __global double (*before_base)[22], long before_offset, ulong mrt_count0)
{
  __global long *y_rows = (__global long *)((__global char *)y_rows_base + y_rows_offset);
  __global double *y = (__global double *)((__global char *)y_base + y_offset);
  __global double (*before)[22] = (__global double (*)[22])((__global char *)before_base + before_offset);
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % 256u;
  const uint mrt_line = mrt_item / 256u;
  ulong mrt_index = get_global_id(0) / 256u;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int i = 1 + (int)mrt_id0;
  int j;
  if (mrt_inside)
  {
    j = 1;
    int mrt_first0 = j;
    ulong mrt_trips0 = j <= n ? (ulong)n - (ulong)j + 1 : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += 256u)
    {
      j = mrt_first0 + (int)mrt_trip0;
      y[mrt_entry(y_rows, y_rows_first, y_rows_step, i) + j] += 0.25 * before[i][j];
    }

  }
}
#else
__kernel void copies_relax_1(int n, __global long *y_rows_base, long y_rows_offset, long y_rows_first, long y_rows_step, __global double *y_base, long y_offset, __global double (*before_base)[22], long before_offset, ulong mrt_count0)
{
  __global long *y_rows = (__global long *)((__global char *)y_rows_base + y_rows_offset);
  __global double *y = (__global double *)((__global char *)y_base + y_offset);
  __global double (*before)[22] = (__global double (*)[22])((__global char *)before_base + before_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = 1 + (int)mrt_id0;
  int j;
  for (j = 1; j <= n; j++)
    y[mrt_entry(y_rows, y_rows_first, y_rows_step, i) + j] += 0.25 * before[i][j];

}
#endif

/* copies.c:63:9 (fuse) */
__kernel void copies_close_1(__global long *y_rows_base, long y_rows_offset, long y_rows_first, long y_rows_step, __global double *y_base, long y_offset, int n, ulong mrt_count0)
{
  __global long *y_rows = (__global long *)((__global char *)y_rows_base + y_rows_offset);
  __global double *y = (__global double *)((__global char *)y_base + y_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = 1 + (int)mrt_id0;
  y[mrt_entry(y_rows, y_rows_first, y_rows_step, i) + 0] = y[mrt_entry(y_rows, y_rows_first, y_rows_step, i) + n];
  y[mrt_entry(y_rows, y_rows_first, y_rows_step, i) + (n + 1)] = y[mrt_entry(y_rows, y_rows_first, y_rows_step, i) + 1];
}

/* copies.c:68:9 (fuse) */
__kernel void copies_close_2(__global double *y_base, long y_offset, __global double *y_n_base, long y_n_offset, __global double *y_n_1_base, long y_n_1_offset, __global double *y_1_base, long y_1_offset, ulong mrt_count0)
{
  __global double *y = (__global double *)((__global char *)y_base + y_offset);
  __global double *y_n = (__global double *)((__global char *)y_n_base + y_n_offset);
  __global double *y_n_1 = (__global double *)((__global char *)y_n_1_base + y_n_1_offset);
  __global double *y_1 = (__global double *)((__global char *)y_1_base + y_1_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  y[i] = y_n[i];
  y_n_1[i] = y_1[i];
}

/* copies.c:79:9 (fuse, gang) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void copies_relax_1_fused(int n, __global long *y_rows_base, long y_rows_offset, long y_rows_first, long y_rows_step, __global double *y_base, long y_offset, __global double (*before_base)[22], long before_offset, ulong mrt_count0)
{
  __global long *y_rows = (__global long *)((__global char *)y_rows_base + y_rows_offset);
  __global double *y = (__global double *)((__global char *)y_base + y_offset);
  __global double (*before)[22] = (__global double (*)[22])((__global char *)before_base + before_offset);
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  ulong mrt_index = get_global_id(0) / MRT_LANES;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int i = 1 + (int)mrt_id0;
  int j;
  if (mrt_inside)
  {
    j = 1;
    int mrt_first0 = j;
    ulong mrt_trips0 = j <= n ? (ulong)n - (ulong)j + 1 : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
    {
      j = mrt_first0 + (int)mrt_trip0;
      double mrt_copied = y[mrt_entry(y_rows, y_rows_first, y_rows_step, i) + j] + 0.25 * before[i][j];
      y[mrt_entry(y_rows, y_rows_first, y_rows_step, i) + j] = mrt_copied;
      if (j == n)
        y[mrt_entry(y_rows, y_rows_first, y_rows_step, i) + 0] = mrt_copied;
      if (j == 1)
        y[mrt_entry(y_rows, y_rows_first, y_rows_step, i) + (n + 1)] = mrt_copied;
      if (i == n || i == 1)
      {
        if (i == n)
        {
          y[mrt_entry(y_rows, y_rows_first, y_rows_step, 0) + j] = mrt_copied;
          if (j == n)
            y[mrt_entry(y_rows, y_rows_first, y_rows_step, 0) + 0] = mrt_copied;
          if (j == 1)
            y[mrt_entry(y_rows, y_rows_first, y_rows_step, 0) + (n + 1)] = mrt_copied;
        }
        if (i == 1)
        {
          y[mrt_entry(y_rows, y_rows_first, y_rows_step, n + 1) + j] = mrt_copied;
          if (j == n)
            y[mrt_entry(y_rows, y_rows_first, y_rows_step, n + 1) + 0] = mrt_copied;
          if (j == 1)
            y[mrt_entry(y_rows, y_rows_first, y_rows_step, n + 1) + (n + 1)] = mrt_copied;
        }
      }
    }

  }
}
__attribute__((reqd_work_group_size(1 * 256u, 1, 1)))
__kernel void copies_relax_1_fused_by_256(int n, __global long *y_rows_base, long y_rows_offset, long y_rows_first, long y_rows_step, __global double *y_base, long y_offset, __global double (*before_base)[22], long before_offset, ulong mrt_count0)
{
  __global long *y_rows = (__global long *)((__global char *)y_rows_base + y_rows_offset);
  __global double *y = (__global double *)((__global char *)y_base + y_offset);
  __global double (*before)[22] = (__global double (*)[22])((__global char *)before_base + before_offset);
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % 256u;
  const uint mrt_line = mrt_item / 256u;
  ulong mrt_index = get_global_id(0) / 256u;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int i = 1 + (int)mrt_id0;
  int j;
  if (mrt_inside)
  {
    j = 1;
    int mrt_first0 = j;
    ulong mrt_trips0 = j <= n ? (ulong)n - (ulong)j + 1 : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += 256u)
    {
      j = mrt_first0 + (int)mrt_trip0;
      double mrt_copied = y[mrt_entry(y_rows, y_rows_first, y_rows_step, i) + j] + 0.25 * before[i][j];
      y[mrt_entry(y_rows, y_rows_first, y_rows_step, i) + j] = mrt_copied;
      if (j == n)
        y[mrt_entry(y_rows, y_rows_first, y_rows_step, i) + 0] = mrt_copied;
      if (j == 1)
        y[mrt_entry(y_rows, y_rows_first, y_rows_step, i) + (n + 1)] = mrt_copied;
      if (i == n || i == 1)
      {
        if (i == n)
        {
          y[mrt_entry(y_rows, y_rows_first, y_rows_step, 0) + j] = mrt_copied;
          if (j == n)
            y[mrt_entry(y_rows, y_rows_first, y_rows_step, 0) + 0] = mrt_copied;
          if (j == 1)
            y[mrt_entry(y_rows, y_rows_first, y_rows_step, 0) + (n + 1)] = mrt_copied;
        }
        if (i == 1)
        {
          y[mrt_entry(y_rows, y_rows_first, y_rows_step, n + 1) + j] = mrt_copied;
          if (j == n)
            y[mrt_entry(y_rows, y_rows_first, y_rows_step, n + 1) + 0] = mrt_copied;
          if (j == 1)
            y[mrt_entry(y_rows, y_rows_first, y_rows_step, n + 1) + (n + 1)] = mrt_copied;
        }
      }
    }

  }
}
#else
__kernel void copies_relax_1_fused(int n, __global long *y_rows_base, long y_rows_offset, long y_rows_first, long y_rows_step, __global double *y_base, long y_offset, __global double (*before_base)[22], long before_offset, ulong mrt_count0)
{
  __global long *y_rows = (__global long *)((__global char *)y_rows_base + y_rows_offset);
  __global double *y = (__global double *)((__global char *)y_base + y_offset);
  __global double (*before)[22] = (__global double (*)[22])((__global char *)before_base + before_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = 1 + (int)mrt_id0;
  int j;
  for (j = 1; j <= n; j++)
  {
    double mrt_copied = y[mrt_entry(y_rows, y_rows_first, y_rows_step, i) + j] + 0.25 * before[i][j];
    y[mrt_entry(y_rows, y_rows_first, y_rows_step, i) + j] = mrt_copied;
    if (j == n)
      y[mrt_entry(y_rows, y_rows_first, y_rows_step, i) + 0] = mrt_copied;
    if (j == 1)
      y[mrt_entry(y_rows, y_rows_first, y_rows_step, i) + (n + 1)] = mrt_copied;
    if (i == n || i == 1)
    {
      if (i == n)
      {
        y[mrt_entry(y_rows, y_rows_first, y_rows_step, 0) + j] = mrt_copied;
        if (j == n)
          y[mrt_entry(y_rows, y_rows_first, y_rows_step, 0) + 0] = mrt_copied;
        if (j == 1)
          y[mrt_entry(y_rows, y_rows_first, y_rows_step, 0) + (n + 1)] = mrt_copied;
      }
      if (i == 1)
      {
        y[mrt_entry(y_rows, y_rows_first, y_rows_step, n + 1) + j] = mrt_copied;
        if (j == n)
          y[mrt_entry(y_rows, y_rows_first, y_rows_step, n + 1) + 0] = mrt_copied;
        if (j == 1)
          y[mrt_entry(y_rows, y_rows_first, y_rows_step, n + 1) + (n + 1)] = mrt_copied;
      }
    }
  }

}
#endif
