#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

/* collapse.c:8:9 */
__kernel void collapse_transpose_1(int mrt_lower_j, __global double (*a_base)[64], long a_offset, __global double (*b_base)[64], long b_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global double (*a)[64] = (__global double (*)[64])((__global char *)a_base + a_offset);
  __global double (*b)[64] = (__global double (*)[64])((__global char *)b_base + b_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  int j = mrt_lower_j - (int)mrt_id0;
  int i = (int)mrt_id1;
  a[i][j] = b[j][i];
}
