#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

/* swap.c:7:9 (interchange) */
__kernel void swap_swap_1(__global double *last_last_base, long last_last_offset, __global double (*b_base)[30], long b_offset, __global double (*a_base)[30], long a_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global double *last_last = (__global double *)((__global char *)last_last_base + last_last_offset);
  __global double (*b)[30] = (__global double (*)[30])((__global char *)b_base + b_offset);
  __global double (*a)[30] = (__global double (*)[30])((__global char *)a_base + a_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  int j = (int)mrt_id0;
  int i = (int)mrt_id1;
  double last;
  last = b[i][j];
  a[i][j] = last;
  if (mrt_id1 == mrt_count1 - 1 && mrt_id0 == mrt_count0 - 1)
  {
    *last_last = last;
  }
}

/* swap.c:13:9 */
__kernel void swap_swap_2(__global double (*b_base)[30], long b_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global double (*b)[30] = (__global double (*)[30])((__global char *)b_base + b_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  int j = (int)mrt_id0;
  int i = (int)mrt_id1;
  b[i][j] = 1.0;
}
