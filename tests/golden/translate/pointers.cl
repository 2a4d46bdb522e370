#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

/* pointers.c:6:9 */
__kernel void pointers_walk_1(__global double *a_base, long a_offset, __global uchar *bytes_base, long bytes_offset, int m, __global long *out_base, long out_offset, ulong mrt_count0)
{
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  __global uchar *bytes = (__global uchar *)((__global char *)bytes_base + bytes_offset);
  __global long *out = (__global long *)((__global char *)out_base + out_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  __global double *row = a + (ulong)i * m;
  __global double *end = row + m;
  double local_1[2] = {0, 1};
  __global double *best = 0;
  double *p = local_1;
  __global int *words = (__global int *)(bytes + 8 * i);
  for (__global double *q = row; q < end; q++)
    if (!best || *q > *best)
      best = q;

  out[i] = best - row + words[1];
  *row = p[1];
}
