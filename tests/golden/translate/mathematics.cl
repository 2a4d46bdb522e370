#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

long mapper_lround(double x);
int mapper_isinf(double x);

long mapper_lround(double x)
{
  return (long)round(x);
}


int mapper_isinf(double x)
{
  return isinf(x) ? (signbit(x) ? -1 : 1) : 0;
}


/* mathematics.c:7:9 */
__kernel void mathematics_evaluate_1(__global double *d_base, long d_offset, __global int *k_base, long k_offset, __global float *f_base, long f_offset, __global long *l_base, long l_offset, ulong mrt_count0)
{
  __global double *d = (__global double *)((__global char *)d_base + d_offset);
  __global int *k = (__global int *)((__global char *)k_base + k_offset);
  __global float *f = (__global float *)((__global char *)f_base + f_offset);
  __global long *l = (__global long *)((__global char *)l_base + l_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  int exponent;
  double part = frexp(d[i], &exponent);
  d[i] = pow((double)k[i], (double)2) + fabs((double)f[i]) + fmax(part, (double)exponent) + sqrt(2 * f[i]) + (int)abs(k[i]);
  l[i] = mapper_lround(d[i]) + (isnan(f[i]) ? 1 : mapper_isinf(d[i]));
}
