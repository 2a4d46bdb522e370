#pragma OPENCL FP_CONTRACT OFF

/* paths.c:5:9 (gang) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void paths_shorten_1(int n, __global int *d_base, long d_offset, int k, ulong mrt_count0)
{
  __global int *d = (__global int *)((__global char *)d_base + d_offset);
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  ulong mrt_index = get_global_id(0) / MRT_LANES;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int i = (int)mrt_id0;
  int j;
  if (mrt_inside)
  {
    j = 0;
    int mrt_first0 = j;
    ulong mrt_trips0 = j < (k < n ? k : n) ? (ulong)(k < n ? k : n) - (ulong)j : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
    {
      j = mrt_first0 + (int)mrt_trip0;
      int over_2 = d[i * n + k] + d[k * n + j];
      if (over_2 < d[i * n + j])
        d[i * n + j] = over_2;
    }

  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_inside)
  {
    if (mrt_lane == 0)
      if (0 <= k && k < n)
      {
        int over_3 = d[i * n + k] + d[k * n + k];
        if (over_3 < d[i * n + k])
          d[i * n + k] = over_3;
      }
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_inside)
  {
    j = k < n ? (k < 0 ? 0 : k + 1) : n;
    int mrt_first1 = j;
    ulong mrt_trips1 = j < n ? (ulong)n - (ulong)j : 0;
    for (ulong mrt_trip1 = mrt_lane; mrt_trip1 < mrt_trips1; mrt_trip1 += MRT_LANES)
    {
      j = mrt_first1 + (int)mrt_trip1;
      int over_4 = d[i * n + k] + d[k * n + j];
      if (over_4 < d[i * n + j])
        d[i * n + j] = over_4;
    }

  }
}
#else
__kernel void paths_shorten_1(int n, __global int *d_base, long d_offset, int k, ulong mrt_count0)
{
  __global int *d = (__global int *)((__global char *)d_base + d_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  int j;
  for (j = 0; j < n; j++)
  {
    int over = d[i * n + k] + d[k * n + j];
    if (over < d[i * n + j])
      d[i * n + j] = over;
  }

}
#endif
