#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL FP_CONTRACT OFF

double mrt_atomic_add_double(volatile __global double *object, double operand)
{
#if MRT_NVIDIA >= 6
  double before;
  asm volatile("atom.global.add.f64 %0, [%1], %2;" : "=d"(before)
               : "l"(object), "d"(operand) : "memory");
  return before;
#else
  volatile __global ulong *bits = (volatile __global ulong *)object;
  ulong seen = atom_add(bits, (ulong)0), before;
  double wanted;
  do
  {
    before = seen;
    wanted = as_double(before) + operand;
    seen = atom_cmpxchg(bits, before, as_ulong(wanted));
  }
  while (seen != before);
  return as_double(before);
#endif
}

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

/* histogram.c:28:9 (accumulate) */
__kernel void histogram_group_1(__global double *sums_base, long sums_offset, __global int *key_base, long key_offset, __global double *x_base, long x_offset, __global double *members_base, long members_offset, ulong mrt_count0)
{
  __global double *sums = (__global double *)((__global char *)sums_base + sums_offset);
  __global int *key = (__global int *)((__global char *)key_base + key_offset);
  __global double *x = (__global double *)((__global char *)x_base + x_offset);
  __global double *members = (__global double *)((__global char *)members_base + members_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  mrt_atomic_add_double(&sums[key[i] & 3], x[i]);
  mrt_atomic_add_double(&members[key[i] & 3], 1);
}
