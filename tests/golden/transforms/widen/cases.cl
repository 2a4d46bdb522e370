#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

/* cases.c:9:9 (widen) */
__kernel void cases_product_1(uint n, uint k, __global double *a_base, long a_offset, uint lda, __global double *b_base, long b_offset, uint ldb, __global double *c_base, long c_offset, uint ldc, ulong mrt_count0)
{
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  __global double *b = (__global double *)((__global char *)b_base + b_offset);
  __global double *c = (__global double *)((__global char *)c_base + c_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  uint i = (uint)mrt_id0;
  for (uint j = 0; j < n; j++)
  {
    double sum = 0.0;
    for (uint p = 0; p < k; p++)
      sum += a[(long)i * (long)lda + (long)p] * b[(long)p * (long)ldb + (long)j];

    c[(long)i * (long)ldc + (long)j] = sum;
  }

}

/* cases.c:21:9 (widen) */
__kernel void cases_through_variables_1(uint m, __global double *b_base, long b_offset, __global double *a_base, long a_offset, ulong mrt_count0)
{
  __global double *b = (__global double *)((__global char *)b_base + b_offset);
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = 1 + (int)mrt_id0;
  for (uint j = 1; j < m - 1; j++)
  {
    uint here = i * m + j;
    b[(long)i * (long)m + (long)j] = 0.5 * (a[(long)i * (long)m + (long)j - (long)m] + a[(ulong)((long)i * (long)m + (long)j) + m]);
  }

}

/* cases.c:31:9 (widen) */
__kernel void cases_points_1(__global double *c_base, long c_offset, __global uint *first_base, long first_offset, uint m, __global double *b_base, long b_offset, ulong mrt_count0)
{
  __global double *c = (__global double *)((__global char *)c_base + c_offset);
  __global uint *first = (__global uint *)((__global char *)first_base + first_offset);
  __global double *b = (__global double *)((__global char *)b_base + b_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  uint i = (uint)mrt_id0;
  for (uint d = 0; d < 3; d++)
  {
    c[3L * (long)i + (long)d] = 0.0;
    for (uint p = first[i]; p < m; p++)
      c[3L * (long)i + (long)d] += b[3 * p + d];

  }

}
