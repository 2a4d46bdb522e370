#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

struct mrt_point
{
  double x;
  double y;
  int tag[2];
};

/* structures.c:15:9 */
__kernel void structures_shift_1(__global struct mrt_point *mesh_points_base, long mesh_points_offset, struct mrt_point by, __global double *mesh_weight_base, long mesh_weight_offset, ulong mrt_count0)
{
  __global struct mrt_point *mesh_points = (__global struct mrt_point *)((__global char *)mesh_points_base + mesh_points_offset);
  __global double *mesh_weight = (__global double *)((__global char *)mesh_weight_base + mesh_weight_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  struct mrt_point p = mesh_points[i];
  p.x += by.x * mesh_weight[i];
  p.tag[1] = i;
  mesh_points[i] = p;
  mesh_points[i].y -= by.y;
}
