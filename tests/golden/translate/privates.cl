#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

/* privates.c:6:9 */
__kernel void privates_mix_1(__global int *i_last_base, long i_last_offset, __global double *start_first_base, long start_first_offset, __global int *last_last_base, long last_last_offset, __global double *a_base, long a_offset, double scale, ulong mrt_count0)
{
  __global int *i_last = (__global int *)((__global char *)i_last_base + i_last_offset);
  __global double *start_first = (__global double *)((__global char *)start_first_base + start_first_offset);
  __global int *last_last = (__global int *)((__global char *)last_last_base + last_last_offset);
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  double start[4];
  double work[4];
  double t;
  int last;
  for (ulong k = 0; k < 4; k++)
    start[k] = start_first[k];

  do
  {
    if (a[i] < 0)
      continue;
    start[0] = 9;
    for (int k_1 = 0; k_1 < 4; k_1++)
      work[k_1] = start[k_1] * a[i];

    t = work[0] + work[3];
    last = i;
    a[i] = scale * t;
  }
  while (0);
  if (mrt_id0 == mrt_count0 - 1)
  {
    *i_last = i + 1;
    *last_last = last;
  }
}
