#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

/* sweep.c:13:9 (inline, gang) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void sweep_solve_1(__global double (*u_base)[100], long u_offset, __global double (*v_base)[100], long v_offset, ulong mrt_count0)
{
  __global double (*u)[100] = (__global double (*)[100])((__global char *)u_base + u_offset);
  __global double (*v)[100] = (__global double (*)[100])((__global char *)v_base + v_offset);
  __local double line[4][100];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  ulong mrt_index = get_global_id(0) / MRT_LANES;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int j = (int)mrt_id0;
  int i;
  if (mrt_inside)
  {
    i = 0;
    int mrt_first0 = i;
    ulong mrt_trips0 = i < 100 ? (ulong)100 - (ulong)i : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
    {
      i = mrt_first0 + (int)mrt_trip0;
      line[mrt_line][i] = u[j][i];
    }

  }
  int i_1;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_inside)
  {
    if (mrt_lane == 0)
      for (i_1 = 1; i_1 < 100; i_1++)
        line[mrt_line][i_1] -= 0.5 * line[mrt_line][i_1 - 1];

  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_inside)
  {
    i = 0;
    int mrt_first1 = i;
    ulong mrt_trips1 = i < 100 ? (ulong)100 - (ulong)i : 0;
    for (ulong mrt_trip1 = mrt_lane; mrt_trip1 < mrt_trips1; mrt_trip1 += MRT_LANES)
    {
      i = mrt_first1 + (int)mrt_trip1;
      v[j][i] = line[mrt_line][99 - i];
    }

  }
}
#else
__kernel void sweep_solve_1(__global double (*u_base)[100], long u_offset, __global double (*v_base)[100], long v_offset, ulong mrt_count0)
{
  __global double (*u)[100] = (__global double (*)[100])((__global char *)u_base + u_offset);
  __global double (*v)[100] = (__global double (*)[100])((__global char *)v_base + v_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int j = (int)mrt_id0;
  int i;
  double line[100];
  for (i = 0; i < 100; i++)
    line[i] = u[j][i];

  int i_1;
  for (i_1 = 1; i_1 < 100; i_1++)
    line[i_1] -= 0.5 * line[i_1 - 1];

  for (i = 0; i < 100; i++)
    v[j][i] = line[99 - i];

}
#endif
