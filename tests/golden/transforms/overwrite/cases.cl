#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

struct pair
{
  double x;
  double y[2];
};

/* cases.c:11:9 (overwrite) */
__kernel void cases_fills_1(__global double (*whole_base)[30], long whole_offset, ulong mrt_count0)
{
  __global double (*whole)[30] = (__global double (*)[30])((__global char *)whole_base + whole_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  for (int j = 0; j < 30; j++)
    whole[i][j] = i + j;

}

/* cases.c:15:9 */
__kernel void cases_fills_2(__global double (*border_base)[30], long border_offset, ulong mrt_count0)
{
  __global double (*border)[30] = (__global double (*)[30])((__global char *)border_base + border_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = 1 + (int)mrt_id0;
  for (int j = 1; j < 29; j++)
    border[i][j] = 0.0;

}

/* cases.c:19:9 (overwrite) */
__kernel void cases_fills_3(__global double *p_base, long p_offset, __global double *q_base, long q_offset, ulong mrt_count0)
{
  __global double *p = (__global double *)((__global char *)p_base + p_offset);
  __global double *q = (__global double *)((__global char *)q_base + q_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  p[i] = q[i];
  p[i] *= 2.0;
}

/* cases.c:24:9 (overwrite) */
__kernel void cases_fills_4(__global struct pair *pairs_base, long pairs_offset, __global struct pair *halves_base, long halves_offset, ulong mrt_count0)
{
  __global struct pair *pairs = (__global struct pair *)((__global char *)pairs_base + pairs_offset);
  __global struct pair *halves = (__global struct pair *)((__global char *)halves_base + halves_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  pairs[i].x = 0.0;
  halves[i].x = 1.0;
  for (int j = 0; j < 2; j++)
    pairs[i].y[j] = pairs[i].x;

}

/* cases.c:31:9 */
__kernel void cases_fills_5(__global double (*whole_base)[30], long whole_offset, __global double *later_base, long later_offset, ulong mrt_count0)
{
  __global double (*whole)[30] = (__global double (*)[30])((__global char *)whole_base + whole_offset);
  __global double *later = (__global double *)((__global char *)later_base + later_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  if (whole[i][0] > 0.5)
    later[i] = 1.0;
  whole[i][1] += later[i];
}
