#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

/* cases.c:12:9 (sweep) */
__kernel void cases_down_1_sweep(int n, __global double (*x_base)[96], long x_offset, __global double *low_base, long low_offset, ulong mrt_count0)
{
  __global double (*x)[96] = (__global double (*)[96])((__global char *)x_base + x_offset);
  __global double *low = (__global double *)((__global char *)low_base + low_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  int j;
  int j1;
  for (j = 0; j < n - 1; j++)
  {
    j1 = j + 1;
    x[j1][i] -= low[j1] * x[j][i];
    if (i % 2)
      x[j1][i] *= 0.5;
  }

}

/* cases.c:31:9 (sweep) */
__kernel void cases_lines_1(__global double *line_base, long line_offset, __global double (*f_base)[32][48], long f_offset, int i, int j, ulong mrt_count0)
{
  __global double *line = (__global double *)((__global char *)line_base + line_offset);
  __global double (*f)[32][48] = (__global double (*)[32][48])((__global char *)f_base + f_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int k = (int)mrt_id0;
  line[k] = f[i][j][k] * f[i][j][k];
}

/* cases.c:34:9 (sweep) */
__kernel void cases_lines_2(__global double (*left_base)[32][48], long left_offset, int i, int j, __global double *line_base, long line_offset, ulong mrt_count0)
{
  __global double (*left)[32][48] = (__global double (*)[32][48])((__global char *)left_base + left_offset);
  __global double *line = (__global double *)((__global char *)line_base + line_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int k = 1 + (int)mrt_id0;
  left[i][j][k] = line[k - 1] - line[k + 1];
}

/* cases.c:31:9 (sweep) */
__kernel void cases_lines_1_sweep(int m, __global double (*f_base)[32][48], long f_offset, __global double (*left_base)[32][48], long left_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global double (*f)[32][48] = (__global double (*)[32][48])((__global char *)f_base + f_offset);
  __global double (*left)[32][48] = (__global double (*)[32][48])((__global char *)left_base + left_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  int j = (int)mrt_id0;
  int i = (int)mrt_id1;
  double line[48];
  for (int k = 0; k < m; k++)
    line[k] = f[i][j][k] * f[i][j][k];

  for (int k_1 = 1; k_1 < m - 1; k_1++)
    left[i][j][k_1] = line[k_1 - 1] - line[k_1 + 1];

}

/* cases.c:44:9 */
__kernel void cases_diagonal_1(__global double (*x_base)[96], long x_offset, int j, ulong mrt_count0)
{
  __global double (*x)[96] = (__global double (*)[96])((__global char *)x_base + x_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = 1 + (int)mrt_id0;
  x[j][i] += x[j - 1][i - 1];
}
