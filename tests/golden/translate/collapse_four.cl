#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

/* collapse_four.c:4:9 */
__kernel void collapse_four_fill_1(ulong l_count, ulong k_count, ulong j_count, ulong i_count, __global double *a_base, long a_offset, int m, ulong mrt_count0)
{
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  ulong flat = (ulong)mrt_id0;
  int l = 5 + (int)(flat % l_count) * -1;
  uint k = (uint)(flat / l_count % k_count);
  long j = 1 + (long)(flat / l_count / k_count % j_count);
  int i = (int)(flat / l_count / k_count / j_count % i_count);
  a[((i * m + j - 1) * 3 + k) * 5 + l - 1] = i + 10 * j + 100 * k + 1000 * l;
}
