#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

/* pointers.c:6:9 (distribute, nest) */
__kernel void pointers_weights_1(__global double *sums_base, long sums_offset, __global double *in_base, long in_offset, int inputs, int samples, __global double *delta_base, long delta_offset, int outputs, ulong mrt_count0, ulong mrt_count1)
{
  __global double *sums = (__global double *)((__global char *)sums_base + sums_offset);
  __global double *in = (__global double *)((__global char *)in_base + in_offset);
  __global double *delta = (__global double *)((__global char *)delta_base + delta_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  long k = (long)mrt_id0;
  int o = (int)mrt_id1;
  sums[(long)((long)o * inputs) + k] = 0;
  for (int s = 0; s < samples; s++)
  {
    sums[(long)((long)o * inputs) + (int)k] += delta[s * outputs + o] * in[(long)((long)s * inputs) + (int)k];
  }

}
