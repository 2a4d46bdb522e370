#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

struct body
{
  double at[3];
  double mass;
};

/* cases.c:11:9 (restrict) */
__kernel void cases_scale_1(__global double *to_base, long to_offset, __global double *from_base, long from_offset, const __global double *factor_base, long factor_offset, ulong mrt_count0)
{
  __global double *to = (__global double *)((__global char *)to_base + to_offset);
  __global double *from = (__global double *)((__global char *)from_base + from_offset);
  __global double *factor = (__global double *)((__global char *)factor_base + factor_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  to[i] = from[i] * factor[0];
}

/* cases.c:19:9 (restrict) */
__kernel void cases_apart_1(__global double (* restrict c_base)[30], long c_offset, const __global double * restrict a_base, long a_offset, const __global double * restrict b_base, long b_offset, const __global struct body * restrict bodies_base, long bodies_offset, ulong mrt_count0)
{
  __global double (*c)[30] = (__global double (*)[30])((__global char *)c_base + c_offset);
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  __global double *b = (__global double *)((__global char *)b_base + b_offset);
  __global struct body *bodies = (__global struct body *)((__global char *)bodies_base + bodies_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  for (int j = 0; j < 30; j++)
    c[i][j] = a[i] * b[j] + bodies[i].at[j % 3];

}

/* cases.c:23:9 (restrict) */
__kernel void cases_apart_2(__global double *p_base, long p_offset, __global double *a_base, long a_offset, const __global double *b_base, long b_offset, ulong mrt_count0)
{
  __global double *p = (__global double *)((__global char *)p_base + p_offset);
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  __global double *b = (__global double *)((__global char *)b_base + b_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  p[i] = a[i] + b[i];
}

/* cases.c:26:9 (restrict) */
__kernel void cases_apart_3(__global double (* restrict c_base)[30], long c_offset, const __global double * restrict p_base, long p_offset, const __global double * restrict a_base, long a_offset, ulong mrt_count0)
{
  __global double (*c)[30] = (__global double (*)[30])((__global char *)c_base + c_offset);
  __global double *p = (__global double *)((__global char *)p_base + p_offset);
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  c[0][i] = p[i] + a[i];
}

/* cases.c:29:9 (restrict) */
__kernel void cases_apart_4(__global double * restrict anywhere_base, long anywhere_offset, const __global double * restrict b_base, long b_offset, ulong mrt_count0)
{
  __global double *anywhere = (__global double *)((__global char *)anywhere_base + anywhere_offset);
  __global double *b = (__global double *)((__global char *)b_base + b_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  anywhere[i] = b[i];
}

/* cases.c:45:9 (restrict) */
__kernel void cases_again_1(__global double * restrict history_base, long history_offset, const __global int * restrict number_base, long number_offset, const __global double *kept_base, long kept_offset, ulong mrt_count0)
{
  __global double *history = (__global double *)((__global char *)history_base + history_offset);
  __global int *number = (__global int *)((__global char *)number_base + number_offset);
  __global double *kept = (__global double *)((__global char *)kept_base + kept_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  history[i] *= 0.5;
  history[i] += number[i] > 3 ? history[i] : kept[i];
}
