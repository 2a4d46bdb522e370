#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

/* remainders.c:4:9 (nest) */
__kernel void remainders_relax_1(int color, int n, __global double *u_base, long u_offset, int mrt_lower_j_from, ulong mrt_count0, ulong mrt_count1)
{
  __global double *u = (__global double *)((__global char *)u_base + u_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  int j_from = mrt_lower_j_from + (int)mrt_id0 * 2;
  int i = 1 + (int)mrt_id1;
  int j = j_from + (1 + (i + color) % 2 - mrt_lower_j_from);
  if (j >= 1 + (i + color) % 2 && j < n - 1)
  {
    u[i * n + j] = 0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]);
  }
}

/* remainders.c:12:9 (nest) */
__kernel void remainders_quarters_1(int n, __global double *c_base, long c_offset, __global double *a_base, long a_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global double *c = (__global double *)((__global char *)c_base + c_offset);
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  int j = (int)mrt_id0 * 2;
  int i = (int)mrt_id1 * 2;
  c[i * n + j] = a[j];
  c[i * n + j + 1] = 2 * a[j];
  c[(i + 1) * n + j] = 3 * a[j];
  c[(i + 1) * n + j + 1] = 4 * a[j];
}
