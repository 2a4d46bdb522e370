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

int cases_tiled_1_smaller(int x, int y);

int cases_tiled_1_smaller(int x, int y)
{
  return x < y ? x : y;
}


/* cases.c:15:9 (untile) */
__kernel void cases_tiled_1(int n, int t, __global double (*b_base)[24], long b_offset, __global double (*a_base)[24], long a_offset, ulong mrt_count0)
{
  __global double (*b)[24] = (__global double (*)[24])((__global char *)b_base + b_offset);
  __global double (*a)[24] = (__global double (*)[24])((__global char *)a_base + a_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  for (int j = 1; j <= n - 2; j++)
  {
    b[j][i] += a[i][j];
  }

}

/* cases.c:21:9 (untile) */
__kernel void cases_tiled_2(int n, __global double (*a_base)[24], long a_offset, __global double (*b_base)[24], long b_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global double (*a)[24] = (__global double (*)[24])((__global char *)a_base + a_offset);
  __global double (*b)[24] = (__global double (*)[24])((__global char *)b_base + b_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  int j = (int)mrt_id0;
  int i = (int)mrt_id1;
  for (int k = 0; k < 24; k++)
  {
    a[i][j] += b[k][j];
  }

}

/* cases.c:31:9 (untile) */
__attribute__((reqd_work_group_size(MRT_GROUP_SIZE, 1, 1)))
__kernel void cases_tiled_3(int t, __global double (*a_base)[24], long a_offset, ulong mrt_count0, __global ulong *mrt_partials)
{
  __global double (*a)[24] = (__global double (*)[24])((__global char *)a_base + a_offset);
  __local double mrt_shared0[MRT_GROUP_SIZE];
  double sum = 0;
  const ulong mrt_total = mrt_count0;
  const ulong mrt_end = MRT_END(mrt_total);
  for (ulong mrt_index = MRT_BEGIN(mrt_total); mrt_index < mrt_end; mrt_index += MRT_STEP)
  {
    const ulong mrt_id0 = mrt_index;
    int i = (int)mrt_id0;
    sum += a[i % 24][3];
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

/* cases.c:35:9 (untile) */
__kernel void cases_tiled_4(int n, int t, __global double *line_base, long line_offset, ulong mrt_count0)
{
  __global double *line = (__global double *)((__global char *)line_base + line_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  for (int j = 0; j < n; j++)
  {
    for (int k = 0; k < n; k++)
    {
      line[k * n + j] = 0.5 * line[k * n + j] + k;
    }

  }

}

/* cases.c:41:9 */
__kernel void cases_tiled_5(int n, int t, __global double (*b_base)[24], long b_offset, ulong mrt_count0)
{
  __global double (*b)[24] = (__global double (*)[24])((__global char *)b_base + b_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = 1 + (int)mrt_id0;
  for (int jt = 1; jt < n; jt += t)
    for (int k = 0; k < n - 1; k++)
      for (int j = jt; j < (n < jt + t ? n : jt + t); j++)
        b[i][(j * 5 + k) % 24] = 0.5 * b[i][((j - 1) * 5 + k + 1) % 24];



}

/* cases.c:47:9 */
__kernel void cases_tiled_6(int mrt_step_it, int n, int t, __global double (*a_base)[24], long a_offset, ulong mrt_count0)
{
  __global double (*a)[24] = (__global double (*)[24])((__global char *)a_base + a_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int it = (int)mrt_id0 * mrt_step_it;
  for (int i = it; i < (n < it + t ? n : it + t); i++)
    a[i][0] += it;

}

/* cases.c:56:9 (untile) */
__kernel void cases_sums_1(int n, __global double (*a_base)[24], long a_offset, __global double (*b_base)[24], long b_offset, __global double *line_base, long line_offset, ulong mrt_count0)
{
  __global double (*a)[24] = (__global double (*)[24])((__global char *)a_base + a_offset);
  __global double (*b)[24] = (__global double (*)[24])((__global char *)b_base + b_offset);
  __global double *line = (__global double *)((__global char *)line_base + line_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  for (int k = 0; k < n; k++)
  {
    for (int j = 0; j < n; j++)
    {
      a[i][j] += b[i][k] * line[k * n + j];
    }

  }

}
