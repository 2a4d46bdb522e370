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

long mrt_atomic_add_long(volatile __global long *object, long operand)
{
  return atom_add(object, operand);
}

float mrt_atomic_mul_float_double(volatile __global float *object, double operand)
{
  volatile __global uint *bits = (volatile __global uint *)object;
  uint seen = atomic_add(bits, (uint)0), before;
  float wanted;
  do
  {
    before = seen;
    wanted = as_float(before) * operand;
    seen = atomic_cmpxchg(bits, before, as_uint(wanted));
  }
  while (seen != before);
  return as_float(before);
}

int mrt_atomic_read_int(volatile __global int *object)
{
  return as_int(*(volatile __global uint *)object);
}

void mrt_atomic_write_int(volatile __global int *object, int operand)
{
  atomic_xchg((volatile __global uint *)object, as_uint(operand));
}

/* atomics.c:5:9 */
__kernel void atomics_count_1(__global int *histogram_base, long histogram_offset, __global int *key_base, long key_offset, __global double *sum_base, long sum_offset, __global long *total_base, long total_offset, __global float *scaled_base, long scaled_offset, __global int *next_base, long next_offset, __global int *order_base, long order_offset, ulong mrt_count0)
{
  __global int *histogram = (__global int *)((__global char *)histogram_base + histogram_offset);
  __global int *key = (__global int *)((__global char *)key_base + key_offset);
  __global double *sum = (__global double *)((__global char *)sum_base + sum_offset);
  __global long *total = (__global long *)((__global char *)total_base + total_offset);
  __global float *scaled = (__global float *)((__global char *)scaled_base + scaled_offset);
  __global int *next = (__global int *)((__global char *)next_base + next_offset);
  __global int *order = (__global int *)((__global char *)order_base + order_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  int place;
  int seen;
  mrt_atomic_add_int(&histogram[key[i]], 1);
  mrt_atomic_add_double(sum, 0.5 * key[i]);
  mrt_atomic_add_long(&total[0], i);
  mrt_atomic_mul_float_double(&scaled[key[i]], 2.0);
  place = mrt_atomic_add_int(next, 1);
  order[place] = i;
  seen = mrt_atomic_read_int(&histogram[0]);
  mrt_atomic_write_int(&histogram[1], seen);
}
