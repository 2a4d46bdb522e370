#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

/* The iterations of a work-item: on GPUs neighbours take neighbours, on CPUs each has a part of its own. */
#if MRT_LANES > 1
#define MRT_BEGIN(total) get_global_id(0)
#define MRT_END(total) (total)
#define MRT_STEP get_global_size(0)
#else
#define MRT_PART(total) (((total) + get_global_size(0) - 1) / get_global_size(0))
#define MRT_BEGIN(total) (get_global_id(0) * MRT_PART(total))
#define MRT_END(total) min(total, (get_global_id(0) + 1) * MRT_PART(total))
#define MRT_STEP 1
#endif

/* cases.c:7:9 (distribute) */
__kernel void cases_columns_1(__global double *mean_base, long mean_offset, int n, __global double (*a_base)[30], long a_offset, ulong mrt_count0)
{
  __global double *mean = (__global double *)((__global char *)mean_base + mean_offset);
  __global double (*a)[30] = (__global double (*)[30])((__global char *)a_base + a_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int j = (int)mrt_id0;
  mean[j] = 0.0;
  for (int i = 0; i < n; i++)
    mean[j] += a[i][j];

}

/* cases.c:7:9 (nest) */
__kernel void cases_columns_1_part2(__global double *mean_base, long mean_offset, int n, __global double (*a_base)[30], long a_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global double *mean = (__global double *)((__global char *)mean_base + mean_offset);
  __global double (*a)[30] = (__global double (*)[30])((__global char *)a_base + a_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  int i_1 = (int)mrt_id0;
  int j = (int)mrt_id1;
  a[i_1][j] -= mean[j];
}

/* cases.c:21:9 (distribute) */
__kernel void cases_rows_1(double shift, __global double (*b_base)[30], long b_offset, ulong mrt_count0)
{
  __global double (*b)[30] = (__global double (*)[30])((__global char *)b_base + b_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  double scale = shift + i;
  b[i][0] = scale;
}

/* cases.c:31:9 (distribute, nest) */
__kernel void cases_rows_2(__global double (*a_base)[30], long a_offset, __global double (*b_base)[30], long b_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global double (*a)[30] = (__global double (*)[30])((__global char *)a_base + a_offset);
  __global double (*b)[30] = (__global double (*)[30])((__global char *)b_base + b_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  int j = (int)mrt_id0;
  int i = (int)mrt_id1;
  a[i][j] += 1.0;
  b[i][j] -= a[i][j];
}

/* cases.c:21:9 (nest) */
__kernel void cases_rows_1_part2(double shift, __global double (*c_base)[30], long c_offset, __global double (*a_base)[30], long a_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global double (*c)[30] = (__global double (*)[30])((__global char *)c_base + c_offset);
  __global double (*a)[30] = (__global double (*)[30])((__global char *)a_base + a_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  int j = (int)mrt_id0;
  int i = (int)mrt_id1;
  double scale = shift + i;
  c[i][j] = scale * a[i][j];
}

/* cases.c:21:9 */
__kernel void cases_rows_1_part3(double shift, __global double (*b_base)[30], long b_offset, __global double (*c_base)[30], long c_offset, ulong mrt_count0)
{
  __global double (*b)[30] = (__global double (*)[30])((__global char *)b_base + b_offset);
  __global double (*c)[30] = (__global double (*)[30])((__global char *)c_base + c_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  double scale = shift + i;
  double last;
  last = c[i][29];
  b[i][1] = last * scale;
}

/* cases.c:43:9 (distribute, nest) */
__kernel void cases_product_1(int n, __global double (*c_base)[30], long c_offset, __global double (*a_base)[30], long a_offset, __global double (*b_base)[30], long b_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global double (*c)[30] = (__global double (*)[30])((__global char *)c_base + c_offset);
  __global double (*a)[30] = (__global double (*)[30])((__global char *)a_base + a_offset);
  __global double (*b)[30] = (__global double (*)[30])((__global char *)b_base + b_offset);
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

/* cases.c:59:9 */
__kernel void cases_apart_1(int n, __global double (*a_base)[30], long a_offset, __global double (*b_base)[30], long b_offset, ulong mrt_count0)
{
  __global double (*a)[30] = (__global double (*)[30])((__global char *)a_base + a_offset);
  __global double (*b)[30] = (__global double (*)[30])((__global char *)b_base + b_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  double sum = 0.0;
  for (int j = 0; j < n; j++)
    sum += a[i][j];

  for (int j_1 = 0; j_1 < n; j_1++)
    b[i][j_1] = a[i][j_1] - sum;

}

/* cases.c:67:9 */
__attribute__((reqd_work_group_size(MRT_GROUP_SIZE, 1, 1)))
__kernel void cases_apart_2(__global double (*c_base)[30], long c_offset, int n, ulong mrt_count0, __global ulong *mrt_partials)
{
  __global double (*c)[30] = (__global double (*)[30])((__global char *)c_base + c_offset);
  __local double mrt_shared0[MRT_GROUP_SIZE];
  double total = 0;
  const ulong mrt_total = mrt_count0, mrt_end = MRT_END(mrt_total);
  for (ulong mrt_index = MRT_BEGIN(mrt_total); mrt_index < mrt_end; mrt_index += MRT_STEP)
  {
    const ulong mrt_id0 = mrt_index;
    int i = (int)mrt_id0;
    total += c[i][0];
    for (int j = 0; j < n; j++)
      c[i][j] += 1.0;

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
    *(__global double *)&mrt_partials[mrt_group] = mrt_shared0[0];
  }
}

/* cases.c:73:9 */
__kernel void cases_apart_3(__global int *last_last_base, long last_last_offset, __global double (*a_base)[30], long a_offset, int n, ulong mrt_count0)
{
  __global int *last_last = (__global int *)((__global char *)last_last_base + last_last_offset);
  __global double (*a)[30] = (__global double (*)[30])((__global char *)a_base + a_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  int last;
  last = i;
  a[i][0] = i;
  for (int j = 1; j < n; j++)
    a[i][j] -= a[i][0];

  if (mrt_id0 == mrt_count0 - 1)
  {
    *last_last = last;
  }
}
