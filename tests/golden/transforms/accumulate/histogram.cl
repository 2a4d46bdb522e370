#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

int mrt_atomic_add_int(volatile __global int *object, int operand)
{
  return atomic_add(object, operand);
}

/* histogram.c:11:9 (accumulate) */
__kernel void histogram_rank_1(__global int *mine_base, long mine_offset, __global int *key_base, long key_offset, ulong mrt_count0)
{
  __global int *mine = (__global int *)((__global char *)mine_base + mine_offset);
  __global int *key = (__global int *)((__global char *)key_base + key_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  mrt_atomic_add_int(&mine[key[i] % 5000], 1);
}

/* histogram.c:28:9 */
__kernel void histogram_group_1(ulong i_count, ulong iterations, __global double *sums_first_base, long sums_first_offset, __global double (*sums_state_base)[4], long sums_state_offset, __global double *members_first_base, long members_first_offset, __global double (*members_state_base)[4], long members_state_offset, __global int *key_base, long key_offset, __global double *x_base, long x_offset, ulong mrt_count0)
{
  __global double *sums_first = (__global double *)((__global char *)sums_first_base + sums_first_offset);
  __global double (*sums_state)[4] = (__global double (*)[4])((__global char *)sums_state_base + sums_state_offset);
  __global double *members_first = (__global double *)((__global char *)members_first_base + members_first_offset);
  __global double (*members_state)[4] = (__global double (*)[4])((__global char *)members_state_base + members_state_offset);
  __global int *key = (__global int *)((__global char *)key_base + key_offset);
  __global double *x = (__global double *)((__global char *)x_base + x_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  ulong thread = (ulong)mrt_id0;
  double sums[4];
  double members[4];
  for (ulong k = 0; k < 4; k++)
    sums[k] = sums_first[k];

  for (ulong k_2 = 0; k_2 < 4; k_2++)
    members[k_2] = members_first[k_2];

  ulong end = (mrt_id0 + 1) * iterations / mrt_count0;
  for (ulong flat = mrt_id0 * iterations / mrt_count0; flat < end; flat++)
  {
    int i = (int)(flat % i_count);
    sums[key[i] & 3] += x[i];
    members[key[i] & 3] += 1;
  }

  for (ulong k_1 = 0; k_1 < 4; k_1++)
    sums_state[mrt_id0][k_1] = sums[k_1];

  for (ulong k_3 = 0; k_3 < 4; k_3++)
    members_state[mrt_id0][k_3] = members[k_3];

}
