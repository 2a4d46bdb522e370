#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

struct pair
{
  double x;
  double y;
};

/* cases.c:12:9 (promote) */
__kernel void cases_cases_1(int n, __global double (*c_base)[20], long c_offset, __global double (*a_base)[30], long a_offset, __global double (*b_base)[20], long b_offset, ulong mrt_count0)
{
  __global double (*c)[20] = (__global double (*)[20])((__global char *)c_base + c_offset);
  __global double (*a)[30] = (__global double (*)[30])((__global char *)a_base + a_offset);
  __global double (*b)[20] = (__global double (*)[20])((__global char *)b_base + b_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  for (int j = 0; j < 20; j++)
  {
    int c_ran = (int)0 < n;
    double c_element = c_ran ? c[i][j] : 0;
    for (int k = 0; k < n; k++)
      c_element += a[i][k] * b[k][j];

    if (c_ran)
    {
      c[i][j] = c_element;
    }
  }

}

/* cases.c:17:9 (promote) */
__kernel void cases_cases_2(__global double *line_base, long line_offset, int n, __global double (*a_base)[30], long a_offset, __global int *counts_base, long counts_offset, ulong mrt_count0)
{
  __global double *line = (__global double *)((__global char *)line_base + line_offset);
  __global double (*a)[30] = (__global double (*)[30])((__global char *)a_base + a_offset);
  __global int *counts = (__global int *)((__global char *)counts_base + counts_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  double line_element;
  line_element = 0.0;
  for (int k = 0; k < n; k++)
  {
    if (a[i][k] < 0.0)
      continue;
    line_element += a[i][k];
    counts[i]++;
  }

  line[i] = line_element;
}

/* cases.c:27:9 (promote) */
__kernel void cases_cases_3(__global struct pair *pairs_base, long pairs_offset, __global double (*a_base)[30], long a_offset, ulong mrt_count0)
{
  __global struct pair *pairs = (__global struct pair *)((__global char *)pairs_base + pairs_offset);
  __global double (*a)[30] = (__global double (*)[30])((__global char *)a_base + a_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  double pairs_element = pairs[i].x;
  pairs_element -= a[i][0];
  pairs[i].y = 1.0;
  pairs_element -= a[i][1] * pairs[i].y;
  pairs[i].x = pairs_element;
}

/* cases.c:33:9 */
__kernel void cases_cases_4(__global double (*a_base)[30], long a_offset, ulong mrt_count0)
{
  __global double (*a)[30] = (__global double (*)[30])((__global char *)a_base + a_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = 1 + (int)mrt_id0;
  for (int k = 0; k < 30; k++)
    a[i][0] += a[i][k];

}

/* cases.c:37:9 (promote) */
__kernel void cases_cases_5(__global double *line_base, long line_offset, __global double *anywhere_base, long anywhere_offset, ulong mrt_count0)
{
  __global double *line = (__global double *)((__global char *)line_base + line_offset);
  __global double *anywhere = (__global double *)((__global char *)anywhere_base + anywhere_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  double line_element = line[i];
  for (int k = 0; k < 30; k++)
    line_element += anywhere[k];

  line[i] = line_element;
}

/* cases.c:41:9 */
__kernel void cases_cases_6(__global double (*a_base)[30], long a_offset, __global double *line_base, long line_offset, ulong mrt_count0)
{
  __global double (*a)[30] = (__global double (*)[30])((__global char *)a_base + a_offset);
  __global double *line = (__global double *)((__global char *)line_base + line_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  for (int k = 0; k < 30; k++)
    if (a[i][k] > 0.0)
      line[i] = a[i][k];

}
