#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

long mrt_entry(__global const long *table, long first, long step, long index);
long mrt_entry(__global const long *table, long first, long step, long index)
{
  return step != 0 ? first + index * step : table[index];
}

double rows_relax_1_sum(long x_1, int k_1, int j_1, int i_1, __global long *x_rows1, long x_rows1_first, long x_rows1_step, __global long *x_rows, long x_rows_first, long x_rows_step, __global double *x);

double rows_relax_1_sum(long x_1, int k_1, int j_1, int i_1, __global long *x_rows1, long x_rows1_first, long x_rows1_step, __global long *x_rows, long x_rows_first, long x_rows_step, __global double *x)
{
  return x[mrt_entry(x_rows1, x_rows1_first, x_rows1_step, mrt_entry(x_rows, x_rows_first, x_rows_step, x_1 + k_1) + (j_1 - 1)) + i_1] + x[mrt_entry(x_rows1, x_rows1_first, x_rows1_step, mrt_entry(x_rows, x_rows_first, x_rows_step, x_1 + k_1) + (j_1 + 1)) + i_1];
}


/* rows.c:9:9 */
__kernel void rows_relax_1(int n, __global long *y_rows_base, long y_rows_offset, long y_rows_first, long y_rows_step, __global long *y_rows1_base, long y_rows1_offset, long y_rows1_first, long y_rows1_step, __global double *y_base, long y_offset, __global long *weight_rows_base, long weight_rows_offset, long weight_rows_first, long weight_rows_step, __global double *weight_base, long weight_offset, __global long *x_rows_base, long x_rows_offset, long x_rows_first, long x_rows_step, __global long *x_rows1_base, long x_rows1_offset, long x_rows1_first, long x_rows1_step, __global double *x_base, long x_offset, ulong mrt_count0)
{
  __global long *y_rows = (__global long *)((__global char *)y_rows_base + y_rows_offset);
  __global long *y_rows1 = (__global long *)((__global char *)y_rows1_base + y_rows1_offset);
  __global double *y = (__global double *)((__global char *)y_base + y_offset);
  __global long *weight_rows = (__global long *)((__global char *)weight_rows_base + weight_rows_offset);
  __global double *weight = (__global double *)((__global char *)weight_base + weight_offset);
  __global long *x_rows = (__global long *)((__global char *)x_rows_base + x_rows_offset);
  __global long *x_rows1 = (__global long *)((__global char *)x_rows1_base + x_rows1_offset);
  __global double *x = (__global double *)((__global char *)x_base + x_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int k = (int)mrt_id0;
  for (int j = 1; j < n - 1; j++)
    for (int i = 0; i < n; i++)
      y[mrt_entry(y_rows1, y_rows1_first, y_rows1_step, mrt_entry(y_rows, y_rows_first, y_rows_step, k) + j) + i] = weight[mrt_entry(weight_rows, weight_rows_first, weight_rows_step, k) + j] * rows_relax_1_sum(0L, k, j, i, x_rows1, x_rows1_first, x_rows1_step, x_rows, x_rows_first, x_rows_step, x);


}
