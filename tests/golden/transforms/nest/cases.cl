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

int cases_nests_3_larger(int x, int y);

int cases_nests_3_larger(int x, int y)
{
  return x > y ? x : y;
}


/* cases.c:12:9 (nest) */
__kernel void cases_nests_1(int n, __global double (*cube_base)[30][5], long cube_offset, __global double (*a_base)[30], long a_offset, int mrt_lower_j, ulong mrt_count0, ulong mrt_count1, ulong mrt_count2)
{
  __global double (*cube)[30][5] = (__global double (*)[30][5])((__global char *)cube_base + cube_offset);
  __global double (*a)[30] = (__global double (*)[30])((__global char *)a_base + a_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  const ulong mrt_id2 = get_global_id(2);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1 || mrt_id2 >= mrt_count2)
    return;
  int m = (int)mrt_id0;
  int j = mrt_lower_j + (int)mrt_id1;
  int i = (int)mrt_id2;
  cube[i][j][m] = a[i][j];
}

/* cases.c:17:9 (nest) */
__kernel void cases_nests_2(__global double (*b_base)[30], long b_offset, __global double (*a_base)[30], long a_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global double (*b)[30] = (__global double (*)[30])((__global char *)b_base + b_offset);
  __global double (*a)[30] = (__global double (*)[30])((__global char *)a_base + a_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  int j = 29 - (int)mrt_id0;
  int i = (int)mrt_id1;
  double scale = 2.0 * i;
  do
  {
    if (b[i][j] < 0.0)
      continue;
    a[i][j] = scale * b[i][j];
  }
  while (0);
}

/* cases.c:27:9 (nest) */
__kernel void cases_nests_3(int plane, __global double (*a_base)[30], long a_offset, int mrt_lower_j, ulong mrt_count0, ulong mrt_count1)
{
  __global double (*a)[30] = (__global double (*)[30])((__global char *)a_base + a_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  int j = mrt_lower_j + (int)mrt_id0;
  int i = 1 + (int)mrt_id1;
  if (j >= cases_nests_3_larger(1, plane - i) && j <= i + 3)
  {
    a[i][j] += 1.0;
  }
}

/* cases.c:31:9 (nest) */
__attribute__((reqd_work_group_size(MRT_GROUP_SIZE, 1, 1)))
__kernel void cases_nests_4(__global double (*a_base)[30], long a_offset, ulong mrt_count0, ulong mrt_count1, __global ulong *mrt_partials)
{
  __global double (*a)[30] = (__global double (*)[30])((__global char *)a_base + a_offset);
  __local double mrt_shared0[MRT_GROUP_SIZE];
  double sum = (double)(-INFINITY);
  const ulong mrt_total = mrt_count0 * mrt_count1;
  const ulong mrt_end = MRT_END(mrt_total);
  for (ulong mrt_index = MRT_BEGIN(mrt_total); mrt_index < mrt_end; mrt_index += MRT_STEP)
  {
    const ulong mrt_id0 = mrt_index % mrt_count0;
    const ulong mrt_id1 = mrt_index / mrt_count0;
    int j = (int)mrt_id0;
    int i = (int)mrt_id1;
    if (a[i][j] > sum)
      sum = a[i][j];
  }

  const uint mrt_lane = get_local_id(0);
  mrt_shared0[mrt_lane] = sum;
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

/* cases.c:36:9 */
__kernel void cases_nests_5(__global double (*a_base)[30], long a_offset, ulong mrt_count0)
{
  __global double (*a)[30] = (__global double (*)[30])((__global char *)a_base + a_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  for (int j = 1; j < 30; j++)
    a[i][j] += a[i][j - 1];

}

/* cases.c:45:9 (nest) */
__kernel void cases_shifted_1(__global double (*to_base)[30], long to_offset, __global double (*from_base)[30], long from_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global double (*to)[30] = (__global double (*)[30])((__global char *)to_base + to_offset);
  __global double (*from)[30] = (__global double (*)[30])((__global char *)from_base + from_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  int j = 1 + (int)mrt_id0;
  int i = (int)mrt_id1;
  to[i][j] = from[i][j - 1];
}

/* cases.c:60:9 (nest) */
__kernel void cases_coloured_1(int colour, __global double (*a_base)[30], long a_offset, int mrt_lower_j_from, ulong mrt_count0, ulong mrt_count1)
{
  __global double (*a)[30] = (__global double (*)[30])((__global char *)a_base + a_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  int j_from = mrt_lower_j_from + (int)mrt_id0 * 2;
  int i = 1 + (int)mrt_id1;
  int j = j_from + (1 + (i + colour) % 2 - mrt_lower_j_from);
  if (j >= 1 + (i + colour) % 2 && j < 29)
  {
    a[i][j] = 0.5 * (a[i][j - 1] + a[i][j + 1]);
  }
}
