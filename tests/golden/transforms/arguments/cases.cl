#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

struct grid
{
  int rows;
  int columns;
  double scale;
  ulong data;
  uchar mrt_room4[8];
};

struct mrt_domain_inner
{
  float shift;
};

struct domain
{
  ulong grid;
  ulong coarse;
  struct mrt_domain_inner inner;
};

/* cases.c:17:9 (arguments) */
__kernel void cases_scaled_1(__global double *to_data_base, long to_data_offset, __global double *from_data_base, long from_data_offset, int from_columns, int to_columns, double to_scale, ulong mrt_count0)
{
  __global double *to_data = (__global double *)((__global char *)to_data_base + to_data_offset);
  __global double *from_data = (__global double *)((__global char *)from_data_base + from_data_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  for (int j = 0; j < from_columns; j++)
    to_data[i * to_columns + j] = to_scale * from_data[i * from_columns + j];

}

/* cases.c:24:9 (arguments) */
__kernel void cases_shifted_1(__global struct grid *domain_coarse_base, long domain_coarse_offset, __global double *domain_coarse_data_base, long domain_coarse_data_offset, __global double *domain_grid_data_base, long domain_grid_data_offset, float domain_inner_shift, ulong mrt_count0)
{
  __global struct grid *domain_coarse = (__global struct grid *)((__global char *)domain_coarse_base + domain_coarse_offset);
  __global double *domain_coarse_data = (__global double *)((__global char *)domain_coarse_data_base + domain_coarse_data_offset);
  __global double *domain_grid_data = (__global double *)((__global char *)domain_grid_data_base + domain_grid_data_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  if (domain_coarse)
    domain_coarse_data[i] = domain_coarse->scale * domain_grid_data[i] + domain_inner_shift;
}

/* cases.c:31:9 */
__kernel void cases_counted_1(__global double *sums_base, long sums_offset, __global struct grid *all_1_base, long all_1_offset, ulong mrt_count0)
{
  __global double *sums = (__global double *)((__global char *)sums_base + sums_offset);
  __global struct grid *all_1 = (__global struct grid *)((__global char *)all_1_base + all_1_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  sums[i] = all_1[i].scale + all_1->rows;
}

/* cases.c:34:9 */
__kernel void cases_counted_2(__global double *sums_base, long sums_offset, struct grid whole, ulong mrt_count0)
{
  __global double *sums = (__global double *)((__global char *)sums_base + sums_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  sums[i] += whole.scale + ((int)((uint)((uint)((uchar *)(&whole))[24]) & 1) ? whole.rows : 0);
}

/* cases.c:40:9 */
__kernel void cases_written_1(__global double *one_data_base, long one_data_offset, __global struct grid *one_base, long one_offset, ulong mrt_count0)
{
  __global double *one_data = (__global double *)((__global char *)one_data_base + one_data_offset);
  __global struct grid *one = (__global struct grid *)((__global char *)one_base + one_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  one_data[i] = one->scale;
  if (i == 3)
    one->rows = 5;
}
