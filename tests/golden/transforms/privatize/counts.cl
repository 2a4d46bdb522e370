#pragma OPENCL FP_CONTRACT OFF

int mrt_atomic_add_int(volatile __global int *object, int operand)
{
  return atomic_add(object, operand);
}

uint mrt_atomic_add_uint(volatile __global uint *object, uint operand)
{
  return atomic_add(object, operand);
}

uint mrt_atomic_sub_uint(volatile __global uint *object, uint operand)
{
  return atomic_sub(object, operand);
}

/* counts.c:21:9 */
__kernel void counts_count_1(__global int *counts_base, long counts_offset, __global int *key_base, long key_offset, ulong mrt_count0)
{
  __global int *counts = (__global int *)((__global char *)counts_base + counts_offset);
  __global int *key = (__global int *)((__global char *)key_base + key_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  mrt_atomic_add_int(&counts[key[i] % 50], 1);
}

/* counts.c:30:9 */
__kernel void counts_split_1(__global uint (*sides_base)[100], long sides_offset, int side, __global int *key_base, long key_offset, int m, ulong mrt_count0, ulong mrt_count1)
{
  __global uint (*sides)[100] = (__global uint (*)[100])((__global char *)sides_base + sides_offset);
  __global int *key = (__global int *)((__global char *)key_base + key_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  int j = (int)mrt_id0;
  int i = (int)mrt_id1;
  mrt_atomic_sub_uint(&sides[side][key[i * m + j] % 100], 3U);
  if (key[i * m + j] % 3 == 0)
  {
    mrt_atomic_add_uint(&sides[side][key[i] % 100], (uint) j);
  }
}
