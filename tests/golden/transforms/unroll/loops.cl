#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

double loops_f_1_power(double x, int n_1);

double loops_f_1_power(double x, int n_1)
{
  double result = 1.0;
  #pragma unroll 8
  while (n_1-- > 0)
    result *= x;

  return result;
}


/* loops.c:12:9 (unroll) */
__kernel void loops_f_1(__global double (*a_base)[100], long a_offset, int n, __global double *sum_base, long sum_offset, ulong mrt_count0)
{
  __global double (*a)[100] = (__global double (*)[100])((__global char *)a_base + a_offset);
  __global double *sum = (__global double *)((__global char *)sum_base + sum_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  double s = 0.0;
  #pragma unroll 1
  for (int j = 0; j < 100; j++)
  {
    for (int m = 0; m < 5; m++)
      s += a[i][j] * m;

    if (s > 1.0)
      for (int k = 0; k < n; k++)
        s -= loops_f_1_power(a[i][k], k);

  }

  sum[i] = s;
}
