#pragma OPENCL FP_CONTRACT OFF

/* saxpy.c:4:9 */
__kernel void saxpy_saxpy_1(int mrt_step_i, __global float *y_base, long y_offset, float a, __global float *x_base, long x_offset, ulong mrt_count0)
{
  __global float *y = (__global float *)((__global char *)y_base + y_offset);
  __global float *x = (__global float *)((__global char *)x_base + x_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0 * mrt_step_i;
  y[i] = a * x[i] + y[i];
}
