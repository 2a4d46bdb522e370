#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

struct mrt_grid_at
{
  float shift;
};

struct grid
{
  int rows;
  int columns;
  double scale;
  double weights[4];
  struct mrt_grid_at at;
};

/* whole.c:12:9 (arguments) */
__kernel void whole_scaled_1(__global double *to_base, long to_offset, __global double *from_base, long from_offset, int grid_columns, double grid_scale, float grid_at_shift, ulong mrt_count0)
{
  __global double *to = (__global double *)((__global char *)to_base + to_offset);
  __global double *from = (__global double *)((__global char *)from_base + from_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  for (int j = 0; j < grid_columns; j++)
    to[i * grid_columns + j] += grid_scale * from[i * grid_columns + j] + grid_at_shift;

}

/* whole.c:20:9 (arguments) */
__kernel void whole_weighted_1(__global double *to_base, long to_offset, struct grid grid, int k, double grid_scale, ulong mrt_count0)
{
  __global double *to = (__global double *)((__global char *)to_base + to_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  to[i] *= grid.weights[(i + k) % 4] + grid_scale;
}

/* whole.c:27:9 */
__kernel void whole_changed_1(struct grid grid, __global double *to_base, long to_offset, ulong mrt_count0)
{
  __global double *to = (__global double *)((__global char *)to_base + to_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  struct grid own = grid;
  own.scale += i;
  to[i] += own.scale;
}
