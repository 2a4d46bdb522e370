#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

/* stages.c:6:9 (gang) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void stages_combine_1(__global double (*a_base)[64], long a_offset, int n, ulong mrt_count0)
{
  __global double (*a)[64] = (__global double (*)[64])((__global char *)a_base + a_offset);
  __local double line[4][2][64];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  ulong mrt_index = get_global_id(0) / MRT_LANES;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int j = (int)mrt_id0;
  int i;
  int stride;
  int from;
  int v_half_1;
  int p;
  int q;
  if (mrt_inside)
  {
    i = 0;
    int mrt_first0 = i;
    ulong mrt_trips0 = i < 64 ? (ulong)64 - (ulong)i : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
    {
      i = mrt_first0 + (int)mrt_trip0;
      line[mrt_line][0][i] = a[j][i];
    }

  }
  if (mrt_inside)
  {
    stride = 1;
    from = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  for (v_half_1 = n / 2; v_half_1 > 0; v_half_1 /= 2)
  {
    if (mrt_inside)
    {
      q = 0;
      int mrt_first1_in = q;
      ulong mrt_trips1_in = q < stride ? (ulong)stride - (ulong)q : 0;
      uint mrt_wide1 = MRT_LANES;
      while (mrt_wide1 > 1 && mrt_wide1 > mrt_trips1_in)
        mrt_wide1 /= 2;

      p = 0;
      int mrt_first1 = p;
      ulong mrt_trips1 = p < v_half_1 ? (ulong)v_half_1 - (ulong)p : 0;
      for (ulong mrt_trip1 = mrt_lane / mrt_wide1; mrt_trip1 < mrt_trips1; mrt_trip1 += MRT_LANES / mrt_wide1)
      {
        p = mrt_first1 + (int)mrt_trip1;
        q = 0;
        int mrt_first1_in = q;
        ulong mrt_trips1_in = q < stride ? (ulong)stride - (ulong)q : 0;
        for (ulong mrt_trip1_in = mrt_lane % mrt_wide1; mrt_trip1_in < mrt_trips1_in; mrt_trip1_in += mrt_wide1)
        {
          q = mrt_first1_in + (int)mrt_trip1_in;
          line[mrt_line][1 - from][q + stride * 2 * p] = line[mrt_line][from][q + stride * p] + line[mrt_line][from][q + stride * (p + v_half_1)];
          line[mrt_line][1 - from][q + stride * (2 * p + 1)] = line[mrt_line][from][q + stride * p] - line[mrt_line][from][q + stride * (p + v_half_1)];
        }

      }

    }
    if (mrt_inside)
    {
      stride *= 2;
      from = 1 - from;
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }

  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_inside)
  {
    i = 0;
    int mrt_first2 = i;
    ulong mrt_trips2 = i < 64 ? (ulong)64 - (ulong)i : 0;
    for (ulong mrt_trip2 = mrt_lane; mrt_trip2 < mrt_trips2; mrt_trip2 += MRT_LANES)
    {
      i = mrt_first2 + (int)mrt_trip2;
      a[j][i] = line[mrt_line][from][i];
    }

  }
}
#else
__kernel void stages_combine_1(__global double (*a_base)[64], long a_offset, int n, ulong mrt_count0)
{
  __global double (*a)[64] = (__global double (*)[64])((__global char *)a_base + a_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int j = (int)mrt_id0;
  int i;
  double line[2][64];
  int stride;
  int from;
  int v_half_1;
  int p;
  int q;
  for (i = 0; i < 64; i++)
    line[0][i] = a[j][i];

  stride = 1;
  from = 0;
  for (v_half_1 = n / 2; v_half_1 > 0; v_half_1 /= 2)
  {
    for (p = 0; p < v_half_1; p++)
      for (q = 0; q < stride; q++)
      {
        line[1 - from][q + stride * 2 * p] = line[from][q + stride * p] + line[from][q + stride * (p + v_half_1)];
        line[1 - from][q + stride * (2 * p + 1)] = line[from][q + stride * p] - line[from][q + stride * (p + v_half_1)];
      }


    stride *= 2;
    from = 1 - from;
  }

  for (i = 0; i < 64; i++)
    a[j][i] = line[from][i];

}
#endif
