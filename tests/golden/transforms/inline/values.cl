#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

double values_squared_1_square(double x);
float values_squared_1_halved(double x_1);

double values_squared_1_square(double x)
{
  return x * x;
}


float values_squared_1_halved(double x_1)
{
  return x_1 / 2;
}


/* values.c:13:9 (inline) */
__kernel void values_multiplied_1(int n, __global double *a_base, long a_offset, __global double *b_base, long b_offset, __global double *c_base, long c_offset, ulong mrt_count0)
{
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  __global double *b = (__global double *)((__global char *)b_base + b_offset);
  __global double *c = (__global double *)((__global char *)c_base + c_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  for (int j = 0; j < n; j++)
  {
    double sum = 0;
    for (int k = 0; k < n; k++)
      sum += (double)a[(int)((int)((int)i) * (int)((int)n) + (int)((int)k))] * b[(int)((int)k * (int)n + (int)j)];

    c[(int)((int)i * (int)n + (int)j)] = sum;
  }

}

/* values.c:24:9 */
__kernel void values_squared_1(__global double *c_base, long c_offset, __global double *a_base, long a_offset, int n, __global double *b_base, long b_offset, ulong mrt_count0)
{
  __global double *c = (__global double *)((__global char *)c_base + c_offset);
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  __global double *b = (__global double *)((__global char *)b_base + b_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  int next = i;
  c[i] = values_squared_1_square(a[i] + 1) + values_squared_1_square(n) + values_squared_1_halved(b[next++]);
}
