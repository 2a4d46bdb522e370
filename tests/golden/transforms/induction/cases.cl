#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

/* cases.c:6:9 (induction) */
__kernel void cases_pointers_1(__global double *a_base, long a_offset, __global double *b_base, long b_offset, int m, ulong mrt_count0)
{
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  __global double *b = (__global double *)((__global char *)b_base + b_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  __global double *from = a + i * m;
  __global double *to = b + i * m;
  for (int j = 0; j < m; j++)
  {
    to[(long)j] += 2 * from[(long)j];
  }

}

/* cases.c:17:9 (induction) */
__kernel void cases_subscripts_1(int n, int m, __global double *a_base, long a_offset, __global double *b_base, long b_offset, __global double *c_base, long c_offset, ulong mrt_count0)
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
    int row = i * m;
    int column = j;
    double sum = 0.0;
    for (int k = 0; k < m; k++)
    {
      sum += a[row + k] * b[column + k * n];
    }

    c[i * n + j] = sum;
  }

}

/* cases.c:30:9 (induction) */
__kernel void cases_down_1(__global double *a_base, long a_offset, __global double *b_base, long b_offset, uint m, long from, __global double *c_base, long c_offset, ulong mrt_count0)
{
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  __global double *b = (__global double *)((__global char *)b_base + b_offset);
  __global double *c = (__global double *)((__global char *)c_base + c_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  __global double *p = &a[(i + 1) * 64];
  __global double *q;
  q = b + i * 64;
  for (uint j = m; j > 0; j--)
  {
    p[-((long)m - (long)j + 1)] *= 0.5;
    p[-((long)m - (long)j + 1)] += q[1 + ((long)m - (long)j) * 2];
    q[-1 + ((long)m - (long)j + 1) * 2] = p[-((long)m - (long)j + 1)] - i;
  }

  long at = from + i * 64;
  for (long j_1 = from; j_1 <= from + 9; ++j_1)
  {
    c[at + (j_1 - from) * 3] += j_1;
    c[at + (j_1 - from + 1) * 3 - 1] -= 1.0;
  }

}
