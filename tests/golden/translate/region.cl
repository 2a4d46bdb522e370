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

/* region.c:10:9 */
__kernel void region_steps_1(__global double *a_base, long a_offset, double scale, ulong mrt_count0)
{
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  a[i] = scale * i;
}

/* region.c:14:9 */
__kernel void region_steps_2(__global double *b_base, long b_offset, __global double *weights_base, long weights_offset, double scale, ulong mrt_count0)
{
  __global double *b = (__global double *)((__global char *)b_base + b_offset);
  __global double *weights = (__global double *)((__global char *)weights_base + weights_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = 1 + (int)mrt_id0;
  b[i] = weights[i % 2] * scale;
}

/* region.c:20:9 */
__attribute__((reqd_work_group_size(MRT_GROUP_SIZE, 1, 1)))
__kernel void region_steps_3(__global double *a_base, long a_offset, __global double *b_base, long b_offset, ulong mrt_count0, __global ulong *mrt_partials)
{
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  __global double *b = (__global double *)((__global char *)b_base + b_offset);
  __local double mrt_shared0[MRT_GROUP_SIZE];
  double total = 0;
  const ulong mrt_total = mrt_count0;
  const ulong mrt_end = MRT_END(mrt_total);
  for (ulong mrt_index = MRT_BEGIN(mrt_total); mrt_index < mrt_end; mrt_index += MRT_STEP)
  {
    const ulong mrt_id0 = mrt_index;
    int i = (int)mrt_id0;
    total += a[i] * b[i];
  }

  const uint mrt_lane = get_local_id(0);
  mrt_shared0[mrt_lane] = total;
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
