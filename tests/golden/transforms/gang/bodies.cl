#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

struct mrt_body
{
  double x;
  double y;
  double m;
};

struct mrt_track
{
  double x;
  double past[9];
};

/* bodies.c:19:9 (gang) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void bodies_attract_1(int n, __global struct mrt_body *bodies_base, long bodies_offset, __global double *pull_base, long pull_offset, ulong mrt_count0)
{
  __global struct mrt_body *bodies = (__global struct mrt_body *)((__global char *)bodies_base + bodies_offset);
  __global double *pull = (__global double *)((__global char *)pull_base + pull_offset);
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
    sum = 0;
  }
  double mrt_part0 = 0;
  if (mrt_inside)
  {
    int j = 0;
    int mrt_first0 = j;
    ulong mrt_trips0 = j < n ? (ulong)n - (ulong)j : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
    {
      j = mrt_first0 + (int)mrt_trip0;
      if (j == i)
        continue;
      double dx = bodies[j].x - bodies[i].x;
      double dy = bodies[j].y - bodies[i].y;
      mrt_part0 += bodies[j].m * dx / (dx * dx + dy * dy + 0.01);
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
        pull[i] = sum;
    }
  }
}
__kernel void bodies_attract_1_by_1(int n, __global struct mrt_body *bodies_base, long bodies_offset, __global double *pull_base, long pull_offset, ulong mrt_count0)
{
  __global struct mrt_body *bodies = (__global struct mrt_body *)((__global char *)bodies_base + bodies_offset);
  __global double *pull = (__global double *)((__global char *)pull_base + pull_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  double sum = 0;
  for (int j = 0; j < n; j++)
  {
    if (j == i)
      continue;
    double dx = bodies[j].x - bodies[i].x;
    double dy = bodies[j].y - bodies[i].y;
    sum += bodies[j].m * dx / (dx * dx + dy * dy + 0.01);
  }

  pull[i] = sum;
}
__attribute__((reqd_work_group_size(1 * 256u, 1, 1)))
__kernel void bodies_attract_1_by_256(int n, __global struct mrt_body *bodies_base, long bodies_offset, __global double *pull_base, long pull_offset, ulong mrt_count0)
{
  __global struct mrt_body *bodies = (__global struct mrt_body *)((__global char *)bodies_base + bodies_offset);
  __global double *pull = (__global double *)((__global char *)pull_base + pull_offset);
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
    sum = 0;
  }
  double mrt_part0 = 0;
  if (mrt_inside)
  {
    int j = 0;
    int mrt_first0 = j;
    ulong mrt_trips0 = j < n ? (ulong)n - (ulong)j : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += 256u)
    {
      j = mrt_first0 + (int)mrt_trip0;
      if (j == i)
        continue;
      double dx = bodies[j].x - bodies[i].x;
      double dy = bodies[j].y - bodies[i].y;
      mrt_part0 += bodies[j].m * dx / (dx * dx + dy * dy + 0.01);
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
        pull[i] = sum;
    }
  }
}
#else
__kernel void bodies_attract_1(int n, __global struct mrt_body *bodies_base, long bodies_offset, __global double *pull_base, long pull_offset, ulong mrt_count0)
{
  __global struct mrt_body *bodies = (__global struct mrt_body *)((__global char *)bodies_base + bodies_offset);
  __global double *pull = (__global double *)((__global char *)pull_base + pull_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  double sum = 0;
  for (int j = 0; j < n; j++)
  {
    if (j == i)
      continue;
    double dx = bodies[j].x - bodies[i].x;
    double dy = bodies[j].y - bodies[i].y;
    sum += bodies[j].m * dx / (dx * dx + dy * dy + 0.01);
  }

  pull[i] = sum;
}
#endif

/* bodies.c:34:9 */
__kernel void bodies_span_1(int n, __global struct mrt_track *tracks_base, long tracks_offset, __global double *reach_base, long reach_offset, ulong mrt_count0)
{
  __global struct mrt_track *tracks = (__global struct mrt_track *)((__global char *)tracks_base + tracks_offset);
  __global double *reach = (__global double *)((__global char *)reach_base + reach_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  double sum = 0;
  for (int j = 0; j < n; j++)
    sum += (tracks[j].x - tracks[i].x) * (tracks[j].x - tracks[i].x);

  reach[i] = sum;
}
