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

/* cases.c:7:9 (distribute) */
__kernel void cases_columns_1(__global double *mean_base, long mean_offset, int n, __global double (*a_base)[20], long a_offset, ulong mrt_count0)
{
  __global double *mean = (__global double *)((__global char *)mean_base + mean_offset);
  __global double (*a)[20] = (__global double (*)[20])((__global char *)a_base + a_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  mean[i] = 0.0;
  for (int j = 0; j < n; j++)
    mean[i] += a[j][i];

  for (int j_1 = 0; j_1 < n; j_1++)
    a[j_1][i] -= mean[i];

}

/* cases.c:7:9 */
__kernel void cases_columns_1_part1(__global double *mean_base, long mean_offset, int n, __global double (*a_base)[20], long a_offset, ulong mrt_count0)
{
  __global double *mean = (__global double *)((__global char *)mean_base + mean_offset);
  __global double (*a)[20] = (__global double (*)[20])((__global char *)a_base + a_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  mean[i] = 0.0;
  for (int j = 0; j < n; j++)
    mean[i] += a[j][i];

}

/* cases.c:7:9 (nest) */
__kernel void cases_columns_1_part2(__global double *mean_base, long mean_offset, int n, __global double (*a_base)[20], long a_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global double *mean = (__global double *)((__global char *)mean_base + mean_offset);
  __global double (*a)[20] = (__global double (*)[20])((__global char *)a_base + a_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  int j_1 = (int)mrt_id0;
  int i = (int)mrt_id1;
  a[j_1][i] -= mean[i];
}

/* cases.c:21:9 (distribute) */
__kernel void cases_scaled_1(int mrt_lower_i, double shift, __global double (*a_base)[20], long a_offset, __global double *mean_base, long mean_offset, __global double *last_kept_base, long last_kept_offset, ulong mrt_count0)
{
  __global double (*a)[20] = (__global double (*)[20])((__global char *)a_base + a_offset);
  __global double *mean = (__global double *)((__global char *)mean_base + mean_offset);
  __global double *last_kept = (__global double *)((__global char *)last_kept_base + last_kept_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = mrt_lower_i + (int)mrt_id0;
  double scale = shift + i;
  double last = 0.0;
  for (int j = 0; j < 1100; j++)
    last += a[j][i];

  mean[i] = scale;
  last_kept[i - mrt_lower_i] = last;
}

/* cases.c:31:9 (distribute, nest) */
__kernel void cases_scaled_2(int mrt_lower_i, __global double (*a_base)[20], long a_offset, __global double (*b_base)[20], long b_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global double (*a)[20] = (__global double (*)[20])((__global char *)a_base + a_offset);
  __global double (*b)[20] = (__global double (*)[20])((__global char *)b_base + b_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  int j = (int)mrt_id0;
  int i = mrt_lower_i + (int)mrt_id1;
  a[j][i] += 1.0;
  b[j][i] -= a[j][i];
}

/* cases.c:21:9 (nest) */
__kernel void cases_scaled_1_part2(int mrt_lower_i, double shift, __global double (*a_base)[20], long a_offset, __global double (*b_base)[20], long b_offset, __global double *last_kept_base, long last_kept_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global double (*a)[20] = (__global double (*)[20])((__global char *)a_base + a_offset);
  __global double (*b)[20] = (__global double (*)[20])((__global char *)b_base + b_offset);
  __global double *last_kept = (__global double *)((__global char *)last_kept_base + last_kept_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  int j_1 = (int)mrt_id0;
  int i = mrt_lower_i + (int)mrt_id1;
  double last = last_kept[i - mrt_lower_i];
  double scale = shift + i;
  b[j_1][i] = scale * a[j_1][i] - last;
}

/* cases.c:43:9 (distribute, nest) */
__kernel void cases_product_1(int n, __global double (*c_base)[20], long c_offset, __global double (*a_base)[20], long a_offset, __global double (*b_base)[20], long b_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global double (*c)[20] = (__global double (*)[20])((__global char *)c_base + c_offset);
  __global double (*a)[20] = (__global double (*)[20])((__global char *)a_base + a_offset);
  __global double (*b)[20] = (__global double (*)[20])((__global char *)b_base + b_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  int j = (int)mrt_id0;
  int i = (int)mrt_id1;
  c[i][j] *= 0.5;
  for (int k = 0; k < 20; k++)
  {
    double factor = 2.0 * a[i][k];
    c[i][j] += factor * b[k][j];
  }

}

/* cases.c:58:9 (distribute) */
__attribute__((reqd_work_group_size(MRT_GROUP_SIZE, 1, 1)))
__kernel void cases_reduced_1(__global double *mean_base, long mean_offset, __global double (*a_base)[20], long a_offset, ulong mrt_count0, __global ulong *mrt_partials)
{
  __global double *mean = (__global double *)((__global char *)mean_base + mean_offset);
  __global double (*a)[20] = (__global double (*)[20])((__global char *)a_base + a_offset);
  __local double mrt_shared0[MRT_GROUP_SIZE];
  double total = 0;
  const ulong mrt_total = mrt_count0;
  const ulong mrt_end = MRT_END(mrt_total);
  for (ulong mrt_index = MRT_BEGIN(mrt_total); mrt_index < mrt_end; mrt_index += MRT_STEP)
  {
    const ulong mrt_id0 = mrt_index;
    int i = (int)mrt_id0;
    mean[i] = 0.0;
    for (int j = 0; j < 1100; j++)
      mean[i] += a[j][i];

    total += mean[i];
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

/* cases.c:58:9 (nest) */
__kernel void cases_reduced_1_part2(__global double *mean_base, long mean_offset, __global double (*a_base)[20], long a_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global double *mean = (__global double *)((__global char *)mean_base + mean_offset);
  __global double (*a)[20] = (__global double (*)[20])((__global char *)a_base + a_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  int j_1 = (int)mrt_id0;
  int i = (int)mrt_id1;
  a[j_1][i] -= mean[i];
}

/* cases.c:67:9 (distribute, nest) */
__attribute__((reqd_work_group_size(MRT_GROUP_SIZE, 1, 1)))
__kernel void cases_reduced_2(int n, __global double (*b_base)[20], long b_offset, __global double (*a_base)[20], long a_offset, ulong mrt_count0, ulong mrt_count1, __global ulong *mrt_partials)
{
  __global double (*b)[20] = (__global double (*)[20])((__global char *)b_base + b_offset);
  __global double (*a)[20] = (__global double (*)[20])((__global char *)a_base + a_offset);
  __local double mrt_shared0[MRT_GROUP_SIZE];
  double most = (double)(-INFINITY);
  const ulong mrt_total = mrt_count0 * mrt_count1;
  const ulong mrt_end = MRT_END(mrt_total);
  for (ulong mrt_index = MRT_BEGIN(mrt_total); mrt_index < mrt_end; mrt_index += MRT_STEP)
  {
    const ulong mrt_id0 = mrt_index % mrt_count0;
    const ulong mrt_id1 = mrt_index / mrt_count0;
    int j = (int)mrt_id0;
    int i = (int)mrt_id1;
    b[j][i] += a[j][i];
    if (b[j][i] > most)
      most = b[j][i];
  }

  const uint mrt_lane = get_local_id(0);
  mrt_shared0[mrt_lane] = most;
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

/* cases.c:80:9 (distribute) */
__kernel void cases_arrays_1(int n, __global double (*a_base)[20], long a_offset, __global double (*b_base)[20], long b_offset, ulong mrt_count0)
{
  __global double (*a)[20] = (__global double (*)[20])((__global char *)a_base + a_offset);
  __global double (*b)[20] = (__global double (*)[20])((__global char *)b_base + b_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = 1 + (int)mrt_id0;
  double own[1100];
  for (int j = 0; j < n; j++)
    own[j] = a[j][i];

  for (int j_1 = 1; j_1 < n; j_1++)
    own[j_1] += 0.5 * own[j_1 - 1];

  for (int j_2 = 0; j_2 < n; j_2++)
    b[j_2][i] = own[n - 1 - j_2];

}

/* cases.c:80:9 (nest) */
__kernel void cases_arrays_1_part1(int n, __global double (*a_base)[20], long a_offset, long kept_stride1, __global double *own_kept_base, long own_kept_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global double (*a)[20] = (__global double (*)[20])((__global char *)a_base + a_offset);
  __global double *own_kept = (__global double *)((__global char *)own_kept_base + own_kept_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  int j = (int)mrt_id0;
  int i = 1 + (int)mrt_id1;
  own_kept[j * kept_stride1 + (i - 1)] = a[j][i];
}

/* cases.c:80:9 */
__kernel void cases_arrays_1_part2(int n, long kept_stride1, __global double *own_kept_base, long own_kept_offset, ulong mrt_count0)
{
  __global double *own_kept = (__global double *)((__global char *)own_kept_base + own_kept_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = 1 + (int)mrt_id0;
  for (int j_1 = 1; j_1 < n; j_1++)
    own_kept[j_1 * kept_stride1 + (i - 1)] += 0.5 * own_kept[(j_1 - 1) * kept_stride1 + (i - 1)];

}

/* cases.c:80:9 (nest) */
__kernel void cases_arrays_1_part3(int n, __global double (*b_base)[20], long b_offset, long kept_stride1, __global double *own_kept_base, long own_kept_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global double (*b)[20] = (__global double (*)[20])((__global char *)b_base + b_offset);
  __global double *own_kept = (__global double *)((__global char *)own_kept_base + own_kept_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  int j_2 = (int)mrt_id0;
  int i = 1 + (int)mrt_id1;
  b[j_2][i] = own_kept[(n - 1 - j_2) * kept_stride1 + (i - 1)];
}

/* cases.c:90:9 (distribute, nest) */
__kernel void cases_arrays_2(int n, __global double (*a_base)[20], long a_offset, __global double (*b_base)[20], long b_offset, __global double (*c_base)[20], long c_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global double (*a)[20] = (__global double (*)[20])((__global char *)a_base + a_offset);
  __global double (*b)[20] = (__global double (*)[20])((__global char *)b_base + b_offset);
  __global double (*c)[20] = (__global double (*)[20])((__global char *)c_base + c_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  int j = (int)mrt_id0;
  int i = (int)mrt_id1;
  double row;
  row = i;
  for (int k = 0; k < 20; k++)
  {
    row += a[i][k] * b[k][j];
  }

  c[i][j] = row;
}

/* cases.c:107:9 */
__kernel void cases_refused_1(__global double *mean_base, long mean_offset, __global double (*b_base)[20], long b_offset, __global double (*a_base)[20], long a_offset, ulong mrt_count0)
{
  __global double *mean = (__global double *)((__global char *)mean_base + mean_offset);
  __global double (*b)[20] = (__global double (*)[20])((__global char *)b_base + b_offset);
  __global double (*a)[20] = (__global double (*)[20])((__global char *)a_base + a_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  mean[i] = i;
  for (int j = 0; j < 300; j++)
    b[j][i] = a[j][i] - mean[i];

}

/* cases.c:113:9 */
__attribute__((reqd_work_group_size(MRT_GROUP_SIZE, 1, 1)))
__kernel void cases_refused_2(__global double *mean_base, long mean_offset, int n, __global double (*a_base)[20], long a_offset, ulong mrt_count0, __global ulong *mrt_partials)
{
  __global double *mean = (__global double *)((__global char *)mean_base + mean_offset);
  __global double (*a)[20] = (__global double (*)[20])((__global char *)a_base + a_offset);
  __local int mrt_shared0[MRT_GROUP_SIZE];
  int total = 0;
  const ulong mrt_total = mrt_count0;
  const ulong mrt_end = MRT_END(mrt_total);
  for (ulong mrt_index = MRT_BEGIN(mrt_total); mrt_index < mrt_end; mrt_index += MRT_STEP)
  {
    const ulong mrt_id0 = mrt_index;
    int i = (int)mrt_id0;
    total += i;
    mean[i] = total > 1000;
    for (int j = 0; j < n; j++)
      a[j][i] += mean[i];

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
    *((__global int *)(&mrt_partials[mrt_group])) = mrt_shared0[0];
  }
}

/* cases.c:120:9 */
__kernel void cases_refused_3(__global int *last_last_base, long last_last_offset, __global double (*a_base)[20], long a_offset, int n, ulong mrt_count0)
{
  __global int *last_last = (__global int *)((__global char *)last_last_base + last_last_offset);
  __global double (*a)[20] = (__global double (*)[20])((__global char *)a_base + a_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  int last;
  last = i;
  a[0][i] = i;
  for (int j = 1; j < n; j++)
    a[j][i] -= a[0][i];

  if (mrt_id0 == mrt_count0 - 1)
  {
    *last_last = last;
  }
}
