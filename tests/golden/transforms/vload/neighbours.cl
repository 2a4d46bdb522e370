#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

double2 mrt_load_double2(const __global double *at);

double2 mrt_load_double2(const __global double *at)
{
  return ((ulong)at & 15) == 0 ? *(const __global double2 *)at : vload2(0, at);
}

float4 mrt_load_float4(const __global float *at);

float4 mrt_load_float4(const __global float *at)
{
  return ((ulong)at & 15) == 0 ? *(const __global float4 *)at : vload4(0, at);
}

void mrt_store_double2(__global double *at, double2 value);

void mrt_store_double2(__global double *at, double2 value)
{
  if (((ulong)at & 15) == 0)
    *(__global double2 *)at = value;
  else
    vstore2(value, 0, at);
}

void mrt_store_float4(__global float *at, float4 value);

void mrt_store_float4(__global float *at, float4 value)
{
  if (((ulong)at & 15) == 0)
    *(__global float4 *)at = value;
  else
    vstore4(value, 0, at);
}

/* neighbours.c:8:9 (vload) */
__kernel void neighbours_neighbours_1(__global float *z_base, long z_offset, __global float *x_base, long x_offset, __global float *y_base, long y_offset, __global double (*u_base)[4], long u_offset, ulong mrt_count0)
{
  __global float *z = (__global float *)((__global char *)z_base + z_offset);
  __global float *x = (__global float *)((__global char *)x_base + x_offset);
  __global float *y = (__global float *)((__global char *)y_base + y_offset);
  __global double (*u)[4] = (__global double (*)[4])((__global char *)u_base + u_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  double f;
  float4 mrt_vector1 = mrt_load_float4(&x[8 * i]);
  z[i] = mrt_vector1.s0 * mrt_vector1.s1 - mrt_vector1.s2 * mrt_vector1.s3;
  float4 mrt_vector2 = mrt_load_float4(&y[8 * i + 0]);
  float4 mrt_vector4;
  {
    {
      mrt_vector4.s0 = mrt_vector2.s0 + mrt_vector1.s0;
      mrt_vector4.s1 = mrt_vector2.s1 + mrt_vector1.s1;
      mrt_vector4.s2 = mrt_vector2.s2 + mrt_vector1.s2;
      mrt_vector4.s3 = mrt_vector2.s3 + mrt_vector1.s3;
    }
  }
  mrt_store_float4(&y[8 * i + 0], mrt_vector4);
  double2 mrt_vector3 = mrt_load_double2(&u[i][0]);
  f = mrt_vector3.s0;
  double2 mrt_vector5;
  mrt_vector5.s0 = mrt_vector3.s1;
  mrt_vector5.s1 = f;
  mrt_store_double2(&u[i][0], mrt_vector5);
}

/* neighbours.c:18:9 */
__kernel void neighbours_neighbours_2(__global float *z_base, long z_offset, __global float *x_base, long x_offset, ulong mrt_count0)
{
  __global float *z = (__global float *)((__global char *)z_base + z_offset);
  __global float *x = (__global float *)((__global char *)x_base + x_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = 1 + (int)mrt_id0;
  z[i] += x[8 * i + 1] + x[8 * i + 2] + x[8 * i - 1];
}

/* neighbours.c:21:9 */
__kernel void neighbours_neighbours_3(__global float *y_base, long y_offset, __global int *index_of_base, long index_of_offset, __global float *z_base, long z_offset, ulong mrt_count0)
{
  __global float *y = (__global float *)((__global char *)y_base + y_offset);
  __global int *index_of = (__global int *)((__global char *)index_of_base + index_of_offset);
  __global float *z = (__global float *)((__global char *)z_base + z_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  float first = y[8 * i];
  y[index_of[i] + 8 * i] = 1.0f;
  z[i] = first + y[8 * i + 1];
}
