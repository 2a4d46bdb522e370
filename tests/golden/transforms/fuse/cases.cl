#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

/* The iterations of a work-item: on GPUs neighbours take neighbours, on CPUs each has a part of its own. */
#if MRT_LANES > 1
#define MRT_BEGIN(total) get_global_id(0)
#define MRT_END(total) (total)
#define MRT_STEP get_global_size(0)
#else
#define MRT_FROM get_global_offset(0)
#define MRT_PART(total) (((total) - MRT_FROM + get_global_size(0) - 1) / get_global_size(0))
#define MRT_BEGIN(total) (MRT_FROM + (get_global_id(0) - MRT_FROM) * MRT_PART(total))
#define MRT_END(total) min(total, MRT_BEGIN(total) + MRT_PART(total))
#define MRT_STEP 1
#endif

double cases_neighbours_1_twice(double x);
double cases_neighbours_2_twice(double x_2);

double cases_neighbours_1_twice(double x)
{
  double factor = 2.0;
  return factor * x;
}


double cases_neighbours_2_twice(double x_2)
{
  double factor_2 = 2.0;
  return factor_2 * x_2;
}


/* cases.c:19:9 (fuse) */
__attribute__((reqd_work_group_size(MRT_GROUP_SIZE, 1, 1)))
__kernel void cases_neighbours_1(__global double *a_base, long a_offset, __global double *b_base, long b_offset, double scale, __global double *d_base, long d_offset, ulong mrt_count0, __global ulong *mrt_partials)
{
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  __global double *b = (__global double *)((__global char *)b_base + b_offset);
  __global double *d = (__global double *)((__global char *)d_base + d_offset);
  __local double mrt_shared0[MRT_GROUP_SIZE];
  double sum = 0;
  const ulong mrt_total = mrt_count0;
  const ulong mrt_end = MRT_END(mrt_total);
  for (ulong mrt_index = MRT_BEGIN(mrt_total); mrt_index < mrt_end; mrt_index += MRT_STEP)
  {
    const ulong mrt_id0 = mrt_index;
    int i = (int)mrt_id0;
    double part = cases_neighbours_1_twice(a[i]);
    b[i] = part + scale;
    double part_2 = cases_neighbours_2_twice(b[i]);
    sum += part_2;
    d[i] = part_2 - scale;
  }

  const uint mrt_lane = get_local_id(0);
  mrt_shared0[mrt_lane] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_half = MRT_GROUP_SIZE / 2; mrt_half > 0; mrt_half /= 2)
  {
    if (mrt_lane < mrt_half)
    {
      mrt_shared0[mrt_lane] = mrt_shared0[mrt_lane] + mrt_shared0[mrt_lane + mrt_half];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  if (mrt_lane == 0)
  {
    const size_t mrt_group = get_group_id(0);
    *((__global double *)(&mrt_partials[mrt_group])) = mrt_shared0[0];
  }
}

/* cases.c:41:9 */
__kernel void cases_shifted_1(__global double *c_base, long c_offset, __global double *a_base, long a_offset, ulong mrt_count0)
{
  __global double *c = (__global double *)((__global char *)c_base + c_offset);
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = 1 + (int)mrt_id0;
  c[i] = a[i];
}

/* cases.c:44:9 */
__kernel void cases_shifted_2(__global double *d_base, long d_offset, __global double *c_base, long c_offset, ulong mrt_count0)
{
  __global double *d = (__global double *)((__global char *)d_base + d_offset);
  __global double *c = (__global double *)((__global char *)c_base + c_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = 1 + (int)mrt_id0;
  d[i] = c[i - 1];
}

/* cases.c:57:9 */
__kernel void cases_other_bounds_1(__global double *c_base, long c_offset, ulong mrt_count0)
{
  __global double *c = (__global double *)((__global char *)c_base + c_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = 1 + (int)mrt_id0;
  c[i] = 0.0;
}

/* cases.c:60:9 */
__kernel void cases_other_bounds_2(__global double *d_base, long d_offset, ulong mrt_count0)
{
  __global double *d = (__global double *)((__global char *)d_base + d_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  d[i] = 0.0;
}
