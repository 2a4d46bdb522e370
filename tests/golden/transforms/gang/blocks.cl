#pragma OPENCL FP_CONTRACT OFF

/* blocks.c:4:9 (gang) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void blocks_histograms_1(int n, __global uchar *x_base, long x_offset, __global int (*count_base)[256], long count_offset, ulong mrt_count0)
{
  __global uchar *x = (__global uchar *)((__global char *)x_base + x_offset);
  __global int (*count)[256] = (__global int (*)[256])((__global char *)count_base + count_offset);
  __local int own[4][256];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  ulong mrt_index = get_global_id(0) / MRT_LANES;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int b = (int)mrt_id0;
  for (uint mrt_at = mrt_lane; mrt_at < 256; mrt_at += MRT_LANES)
    own[mrt_line][mrt_at] = 0;

  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_inside)
  {
    int i = b * n;
    int mrt_first0 = i;
    ulong mrt_trips0 = i < (b + 1) * n ? (ulong)((b + 1) * n) - (ulong)i : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
    {
      i = mrt_first0 + (int)mrt_trip0;
      atomic_inc(&own[mrt_line][x[i]]);
    }

  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_inside)
  {
    int d = 0;
    int mrt_first1 = d;
    ulong mrt_trips1 = d < 256 ? (ulong)256 - (ulong)d : 0;
    for (ulong mrt_trip1 = mrt_lane; mrt_trip1 < mrt_trips1; mrt_trip1 += MRT_LANES)
    {
      d = mrt_first1 + (int)mrt_trip1;
      count[b][d] = own[mrt_line][d];
    }

  }
}
__attribute__((reqd_work_group_size(1 * 256u, 1, 1)))
__kernel void blocks_histograms_1_by_256(int n, __global uchar *x_base, long x_offset, __global int (*count_base)[256], long count_offset, ulong mrt_count0)
{
  __global uchar *x = (__global uchar *)((__global char *)x_base + x_offset);
  __global int (*count)[256] = (__global int (*)[256])((__global char *)count_base + count_offset);
  __local int own[1][256];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % 256u;
  const uint mrt_line = mrt_item / 256u;
  ulong mrt_index = get_global_id(0) / 256u;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int b = (int)mrt_id0;
  for (uint mrt_at = mrt_lane; mrt_at < 256; mrt_at += 256u)
    own[mrt_line][mrt_at] = 0;

  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_inside)
  {
    int i = b * n;
    int mrt_first0 = i;
    ulong mrt_trips0 = i < (b + 1) * n ? (ulong)((b + 1) * n) - (ulong)i : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += 256u)
    {
      i = mrt_first0 + (int)mrt_trip0;
      atomic_inc(&own[mrt_line][x[i]]);
    }

  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_inside)
  {
    int d = 0;
    int mrt_first1 = d;
    ulong mrt_trips1 = d < 256 ? (ulong)256 - (ulong)d : 0;
    for (ulong mrt_trip1 = mrt_lane; mrt_trip1 < mrt_trips1; mrt_trip1 += 256u)
    {
      d = mrt_first1 + (int)mrt_trip1;
      count[b][d] = own[mrt_line][d];
    }

  }
}
#else
__kernel void blocks_histograms_1(int n, __global uchar *x_base, long x_offset, __global int (*count_base)[256], long count_offset, ulong mrt_count0)
{
  __global uchar *x = (__global uchar *)((__global char *)x_base + x_offset);
  __global int (*count)[256] = (__global int (*)[256])((__global char *)count_base + count_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int b = (int)mrt_id0;
  int own[256] = {0};
  for (int i = b * n; i < (b + 1) * n; i++)
    own[x[i]]++;

  for (int d = 0; d < 256; d++)
    count[b][d] = own[d];

}
#endif
