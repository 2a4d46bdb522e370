#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

/* cases.c:30:9 (inline) */
__kernel void cases_rows_1(__global double (*a_base)[40], long a_offset, __global double (*b_base)[40], long b_offset, int n_1, ulong mrt_count0)
{
  __global double (*a)[40] = (__global double (*)[40])((__global char *)a_base + a_offset);
  __global double (*b)[40] = (__global double (*)[40])((__global char *)b_base + b_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  __global double *in = &b[i][0];
  for (int j = 1; j < n_1 - 1; j++)
    a[i][j] = in[j - 1] + in[j + 1];

}

/* cases.c:38:9 (inline) */
__kernel void cases_values_1(__global double (*a_base)[40], long a_offset, __global double (*b_base)[40], long b_offset, int n_1, __global double *y_base, long y_offset, ulong mrt_count0)
{
  __global double (*a)[40] = (__global double (*)[40])((__global char *)a_base + a_offset);
  __global double (*b)[40] = (__global double (*)[40])((__global char *)b_base + b_offset);
  __global double *y = (__global double *)((__global char *)y_base + y_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  double sum_2 = 0.0;
  for (int j_2 = 0; j_2 < n_1; j_2++)
    sum_2 += a[i][j_2] * b[0][j_2];

  double kept = (double)sum_2;
  double sum_3 = 0.0;
  for (int j_3 = 0; j_3 < n_1; j_3++)
    sum_3 += a[i][j_3] * b[i][j_3];

  y[i] -= 2.0 * (double)sum_3 + kept;
  if (i % 2)
  {
    __global double *p = b[i] + 1;
    int n_2 = n_1 - 1;
    int found = 0;
    for (int j_1 = 0; j_1 < n_2; j_1++)
      found += *(p++) > 1.0;

    y[i] = (int)found;
  }
}
