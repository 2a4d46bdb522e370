#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

double variable_arrays_sums_1_row_sum(int m, __global double *a_1, int i_1);

double variable_arrays_sums_1_row_sum(int m, __global double *a_1, int i_1)
{
  double sum = 0;
  for (int j = 0; j < m; j++)
    sum += a_1[i_1 * m + j];

  return sum;
}


/* variable_arrays.c:15:9 */
__kernel void variable_arrays_sums_1(__global double *out_base, long out_offset, __global float *scale_base, long scale_offset, __global double *a_base, long a_offset, int m_1, long a_stride0, ulong mrt_count0)
{
  __global double *out = (__global double *)((__global char *)out_base + out_offset);
  __global float *scale = (__global float *)((__global char *)scale_base + scale_offset);
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  out[i] = scale[i] * variable_arrays_sums_1_row_sum(m_1, a, i);
  a[i * a_stride0 + 0] = a[i * a_stride0 + 0] + a[i * a_stride0 + (m_1 - 1)];
}
