#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

void functions_norms_1_put(double *target, double value, int limit, __global double *table);
void functions_norms_1_put_1(__global double *target_1, double value_1, int limit, __global double *table);
double functions_norms_1_norm(__global double *v, int n);
double functions_norms_1_norm_1(double *v_1, int n_1);

void functions_norms_1_put(double *target, double value, int limit, __global double *table)
{
  *target = value > limit ? table[limit] : value;
}


void functions_norms_1_put_1(__global double *target_1, double value_1, int limit, __global double *table)
{
  *target_1 = value_1 > limit ? table[limit] : value_1;
}


double functions_norms_1_norm(__global double *v, int n)
{
  double sum = 0;
  for (int i_1 = 0; i_1 < n; i_1++)
    sum += v[i_1] * v[i_1];

  return sqrt(sum);
}


double functions_norms_1_norm_1(double *v_1, int n_1)
{
  double sum_1 = 0;
  for (int i_2 = 0; i_2 < n_1; i_2++)
    sum_1 += v_1[i_2] * v_1[i_2];

  return sqrt(sum_1);
}


/* functions.c:22:9 */
__kernel void functions_norms_1(int limit, __global double *table_base, long table_offset, __global double (*a_base)[3], long a_offset, __global double *out_base, long out_offset, ulong mrt_count0)
{
  __global double *table = (__global double *)((__global char *)table_base + table_offset);
  __global double (*a)[3] = (__global double (*)[3])((__global char *)a_base + a_offset);
  __global double *out = (__global double *)((__global char *)out_base + out_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  double local_1[3];
  for (int k = 0; k < 3; k++)
    functions_norms_1_put(&local_1[k], 2 * a[i][k], limit, table);

  functions_norms_1_put_1(&out[i], functions_norms_1_norm(a[i], 3) + functions_norms_1_norm_1(local_1, 3), limit, table);
}
