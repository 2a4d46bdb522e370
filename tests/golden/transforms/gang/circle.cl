#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

/* circle.c:6:9 (gang) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void circle_step_1(__global double *state_base, long state_offset, int n, int steps, ulong mrt_count0)
{
  __global double *state = (__global double *)((__global char *)state_base + state_offset);
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  ulong mrt_index = get_global_id(0) / MRT_LANES;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int e = (int)mrt_id0;
  __global double *x;
  __global double *k;
  __global double *y;
  if (mrt_inside)
  {
    x = state + (ulong)e * 3 * n;
    k = x + n;
    y = x + 2 * n;
  }
  for (int s = 0; s < steps; s++)
  {
    if (mrt_inside)
    {
      int i = 0;
      int mrt_first0 = i;
      ulong mrt_trips0 = i < n ? (ulong)n - (ulong)i : 0;
      for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
      {
        i = mrt_first0 + (int)mrt_trip0;
        k[i] = (x[(i + 1) % n] - x[(i + n - 2) % n]) * x[(i + n - 1) % n] - x[i] + 8.0;
      }

    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (mrt_inside)
    {
      int i_1 = 0;
      int mrt_first1 = i_1;
      ulong mrt_trips1 = i_1 < n ? (ulong)n - (ulong)i_1 : 0;
      for (ulong mrt_trip1 = mrt_lane; mrt_trip1 < mrt_trips1; mrt_trip1 += MRT_LANES)
      {
        i_1 = mrt_first1 + (int)mrt_trip1;
        y[i_1] = x[i_1] + 0.005 * k[i_1];
      }

    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (mrt_inside)
    {
      int i_2 = 0;
      int mrt_first2 = i_2;
      ulong mrt_trips2 = i_2 < n ? (ulong)n - (ulong)i_2 : 0;
      for (ulong mrt_trip2 = mrt_lane; mrt_trip2 < mrt_trips2; mrt_trip2 += MRT_LANES)
      {
        i_2 = mrt_first2 + (int)mrt_trip2;
        x[i_2] += 0.01 * ((y[(i_2 + 1) % n] - y[(i_2 + n - 2) % n]) * y[(i_2 + n - 1) % n] - y[i_2] + 8.0);
      }

    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }

}
#else
__kernel void circle_step_1(__global double *state_base, long state_offset, int n, int steps, ulong mrt_count0)
{
  __global double *state = (__global double *)((__global char *)state_base + state_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int e = (int)mrt_id0;
  __global double *x = state + (ulong)e * 3 * n;
  __global double *k = x + n;
  __global double *y = x + 2 * n;
  for (int s = 0; s < steps; s++)
  {
    for (int i = 0; i < n; i++)
      k[i] = (x[(i + 1) % n] - x[(i + n - 2) % n]) * x[(i + n - 1) % n] - x[i] + 8.0;

    for (int i_1 = 0; i_1 < n; i_1++)
      y[i_1] = x[i_1] + 0.005 * k[i_1];

    for (int i_2 = 0; i_2 < n; i_2++)
      x[i_2] += 0.01 * ((y[(i_2 + 1) % n] - y[(i_2 + n - 2) % n]) * y[(i_2 + n - 1) % n] - y[i_2] + 8.0);

  }

}
#endif
