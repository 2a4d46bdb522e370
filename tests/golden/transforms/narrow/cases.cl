#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

ulong mrt_quotient(ulong number, ulong by)
{
  return (number | by) >> 32 ? number / by : (uint)number / (uint)by;
}

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

/* cases.c:7:9 (narrow) */
__attribute__((reqd_work_group_size(MRT_GROUP_SIZE, 1, 1)))
__kernel void cases_norm_1(__global double (*u_base)[20][30], long u_offset, ulong mrt_count0, ulong mrt_count1, ulong mrt_count2, __global ulong *mrt_partials)
{
  __global double (*u)[20][30] = (__global double (*)[20][30])((__global char *)u_base + u_offset);
  __local double mrt_shared0[MRT_GROUP_SIZE];
  double sum = 0;
  const ulong mrt_total = mrt_count0 * mrt_count1 * mrt_count2;
  const ulong mrt_end = MRT_END(mrt_total);
  for (ulong mrt_index = MRT_BEGIN(mrt_total); mrt_index < mrt_end; mrt_index += MRT_STEP)
  {
    const ulong mrt_rest0 = mrt_quotient(mrt_index, mrt_count0);
    const ulong mrt_id0 = mrt_index - mrt_rest0 * mrt_count0;
    const ulong mrt_rest1 = mrt_quotient(mrt_rest0, mrt_count1);
    const ulong mrt_id1 = mrt_rest0 - mrt_rest1 * mrt_count1;
    const ulong mrt_id2 = mrt_rest1;
    int i = (int)mrt_id0 * 2;
    int j = 1 + (int)mrt_id1;
    int k = (int)mrt_id2;
    sum += u[k][j][i] * u[k][j][i];
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

/* cases.c:12:9 */
__attribute__((reqd_work_group_size(MRT_GROUP_SIZE, 1, 1)))
__kernel void cases_norm_2(__global double (*u_base)[20][30], long u_offset, ulong mrt_count0, __global ulong *mrt_partials)
{
  __global double (*u)[20][30] = (__global double (*)[20][30])((__global char *)u_base + u_offset);
  __local double mrt_shared0[MRT_GROUP_SIZE];
  double top = (double)(-INFINITY);
  const ulong mrt_total = mrt_count0;
  const ulong mrt_end = MRT_END(mrt_total);
  for (ulong mrt_index = MRT_BEGIN(mrt_total); mrt_index < mrt_end; mrt_index += MRT_STEP)
  {
    const ulong mrt_id0 = mrt_index;
    int k = (int)mrt_id0;
    if (u[k][0][0] > top)
      top = u[k][0][0];
  }

  const uint mrt_lane = get_local_id(0);
  mrt_shared0[mrt_lane] = top;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_half = MRT_GROUP_SIZE / 2; mrt_half > 0; mrt_half /= 2)
  {
    if (mrt_lane < mrt_half)
    {
      mrt_shared0[mrt_lane] = mrt_shared0[mrt_lane + mrt_half] > mrt_shared0[mrt_lane] ? mrt_shared0[mrt_lane + mrt_half] : mrt_shared0[mrt_lane];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  if (mrt_lane == 0)
  {
    const size_t mrt_group = get_group_id(0);
    *((__global double *)(&mrt_partials[mrt_group])) = mrt_shared0[0];
  }
}
