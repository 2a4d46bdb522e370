#pragma OPENCL FP_CONTRACT OFF

/* filters.c:5:9 (gang) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void filters_blur_1(int radius, int width, __global float *weights_base, long weights_offset, __global uchar *in_base, long in_offset, __global float *out_base, long out_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global float *weights = (__global float *)((__global char *)weights_base + weights_offset);
  __global uchar *in = (__global uchar *)((__global char *)in_base + in_offset);
  __global float *out = (__global float *)((__global char *)out_base + out_offset);
  __local float mrt_tree0[4 * MRT_LANES];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  ulong mrt_index = get_global_id(0) / MRT_LANES;
  const int mrt_inside = mrt_index < mrt_count0 * mrt_count1;
  const ulong mrt_id0 = mrt_index % mrt_count0;
  const ulong mrt_id1 = mrt_index / mrt_count0;
  int x = (int)mrt_id0;
  int y = (int)mrt_id1;
  float sum;
  if (mrt_inside)
  {
    sum = 0;
  }
  float mrt_part0 = 0;
  if (mrt_inside)
  {
    int d = -radius;
    int mrt_first0 = d;
    ulong mrt_trips0 = d <= radius ? (ulong)radius - (ulong)d + 1 : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
    {
      d = mrt_first0 + (int)mrt_trip0;
      int at = x + d < 0 ? 0 : (x + d < width ? x + d : width - 1);
      mrt_part0 += weights[d + radius] * in[y * width + at];
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
        out[y * width + x] = sum;
    }
  }
}
__kernel void filters_blur_1_by_1(int radius, int width, __global float *weights_base, long weights_offset, __global uchar *in_base, long in_offset, __global float *out_base, long out_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global float *weights = (__global float *)((__global char *)weights_base + weights_offset);
  __global uchar *in = (__global uchar *)((__global char *)in_base + in_offset);
  __global float *out = (__global float *)((__global char *)out_base + out_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  int x = (int)mrt_id0;
  int y = (int)mrt_id1;
  float sum = 0;
  for (int d = -radius; d <= radius; d++)
  {
    int at = x + d < 0 ? 0 : (x + d < width ? x + d : width - 1);
    sum += weights[d + radius] * in[y * width + at];
  }

  out[y * width + x] = sum;
}
#else
__kernel void filters_blur_1(int radius, int width, __global float *weights_base, long weights_offset, __global uchar *in_base, long in_offset, __global float *out_base, long out_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global float *weights = (__global float *)((__global char *)weights_base + weights_offset);
  __global uchar *in = (__global uchar *)((__global char *)in_base + in_offset);
  __global float *out = (__global float *)((__global char *)out_base + out_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  int x = (int)mrt_id0;
  int y = (int)mrt_id1;
  float sum = 0;
  for (int d = -radius; d <= radius; d++)
  {
    int at = x + d < 0 ? 0 : (x + d < width ? x + d : width - 1);
    sum += weights[d + radius] * in[y * width + at];
  }

  out[y * width + x] = sum;
}
#endif
