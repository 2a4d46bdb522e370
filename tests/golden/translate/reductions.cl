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

/* reductions.c:9:9 */
__attribute__((reqd_work_group_size(MRT_GROUP_SIZE, 1, 1)))
__kernel void reductions_totals_1(__global int *k_base, long k_offset, __global double *x_base, long x_offset, int n, ulong mrt_count0, __global ulong *mrt_partials)
{
  __global int *k = (__global int *)((__global char *)k_base + k_offset);
  __global double *x = (__global double *)((__global char *)x_base + x_offset);
  __local double mrt_shared0[MRT_GROUP_SIZE];
  __local double mrt_shared1[MRT_GROUP_SIZE];
  __local int mrt_shared2[MRT_GROUP_SIZE];
  __local uint mrt_shared3[MRT_GROUP_SIZE];
  __local int mrt_shared4[MRT_GROUP_SIZE];
  double sum = 0;
  double product = 1;
  int low = INT_MAX;
  uint set = 0;
  int every = 1;
  const ulong mrt_total = mrt_count0;
  const ulong mrt_end = MRT_END(mrt_total);
  for (ulong mrt_index = MRT_BEGIN(mrt_total); mrt_index < mrt_end; mrt_index += MRT_STEP)
  {
    const ulong mrt_id0 = mrt_index;
    int i = (int)mrt_id0;
    do
    {
      if (k[i] < 0)
        continue;
      sum += x[i];
      product *= 1.0 + x[i] / n;
      if (k[i] < low)
        low = k[i];
      set |= 1U << (k[i] % 32);
      every = every && k[i] != 7;
    }
    while (0);
  }

  const uint mrt_lane = get_local_id(0);
  mrt_shared0[mrt_lane] = sum;
  mrt_shared1[mrt_lane] = product;
  mrt_shared2[mrt_lane] = low;
  mrt_shared3[mrt_lane] = set;
  mrt_shared4[mrt_lane] = every;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_half = MRT_GROUP_SIZE / 2; mrt_half > 0; mrt_half /= 2)
  {
    if (mrt_lane < mrt_half)
    {
      mrt_shared0[mrt_lane] = mrt_shared0[mrt_lane] + mrt_shared0[mrt_lane + mrt_half];
      mrt_shared1[mrt_lane] = mrt_shared1[mrt_lane] * mrt_shared1[mrt_lane + mrt_half];
      mrt_shared2[mrt_lane] = mrt_shared2[mrt_lane + mrt_half] < mrt_shared2[mrt_lane] ? mrt_shared2[mrt_lane + mrt_half] : mrt_shared2[mrt_lane];
      mrt_shared3[mrt_lane] = mrt_shared3[mrt_lane] | mrt_shared3[mrt_lane + mrt_half];
      mrt_shared4[mrt_lane] = mrt_shared4[mrt_lane] && mrt_shared4[mrt_lane + mrt_half];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  if (mrt_lane == 0)
  {
    const size_t mrt_group = get_group_id(0);
    *((__global double *)(&mrt_partials[mrt_group])) = mrt_shared0[0];
    *((__global double *)(&mrt_partials[1 * get_num_groups(0) + mrt_group])) = mrt_shared1[0];
    *((__global int *)(&mrt_partials[2 * get_num_groups(0) + mrt_group])) = mrt_shared2[0];
    *((__global uint *)(&mrt_partials[3 * get_num_groups(0) + mrt_group])) = mrt_shared3[0];
    *((__global int *)(&mrt_partials[4 * get_num_groups(0) + mrt_group])) = mrt_shared4[0];
  }
}
