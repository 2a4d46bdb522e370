#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL FP_CONTRACT OFF

struct group
{
  double sum;
  int count;
  float mean;
};

/* The iterations of a work-item: on GPUs neighbours take neighbours, on CPUs each has a part of its own. */
#if MRT_LANES > 1
#define MRT_BEGIN(total) get_global_id(0)
#define MRT_END(total) (total)
#define MRT_STEP get_global_size(0)
#else
#define MRT_FROM get_global_offset(0)
#define MRT_PART(total) (((total) - MRT_FROM + get_global_size(0) - 1) / get_global_size(0))
#define MRT_BEGIN(total) (MRT_FROM + (get_global_id(0) - MRT_FROM) * MRT_PART(total))
#define MRT_END(total) min(total, MRT_BEGIN(total) + MRT_PART(total))
#define MRT_STEP 1
#endif

double mrt_atomic_add_double_float(volatile __global double *object, float operand)
{
#if MRT_NVIDIA >= 6
  double before;
  asm volatile("atom.global.add.f64 %0, [%1], %2;" : "=d"(before)
               : "l"(object), "d"((double)operand) : "memory");
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

float mrt_atomic_add_float_double(volatile __global float *object, double operand)
{
  volatile __global uint *bits = (volatile __global uint *)object;
  uint seen = atomic_add(bits, (uint)0), before;
  float wanted;
  do
  {
    before = seen;
    wanted = as_float(before) + operand;
    seen = atomic_cmpxchg(bits, before, as_uint(wanted));
  }
  while (seen != before);
  return as_float(before);
}

int mrt_atomic_add_int(volatile __global int *object, int operand)
{
  return atomic_add(object, operand);
}

uint mrt_atomic_add_uint(volatile __global uint *object, uint operand)
{
  return atomic_add(object, operand);
}

double mrt_atomic_sub_double_float(volatile __global double *object, float operand)
{
#if MRT_NVIDIA >= 6
  double before;
  asm volatile("atom.global.add.f64 %0, [%1], %2;" : "=d"(before)
               : "l"(object), "d"(-(double)operand) : "memory");
  return before;
#else
  volatile __global ulong *bits = (volatile __global ulong *)object;
  ulong seen = atom_add(bits, (ulong)0), before;
  double wanted;
  do
  {
    before = seen;
    wanted = as_double(before) - operand;
    seen = atom_cmpxchg(bits, before, as_ulong(wanted));
  }
  while (seen != before);
  return as_double(before);
#endif
}

void mrt_add__local_double(volatile __local double *object, double operand)
{
  volatile __local ulong *bits = (volatile __local ulong *)object;
#ifdef MRT_NVIDIA
  ulong seen = *bits, before;
#else
  ulong seen = atom_add(bits, (ulong)0), before;
#endif
  do
  {
    before = seen;
    seen = atom_cmpxchg(bits, before, as_ulong(as_double(before) + operand));
  }
  while (seen != before);
}

void mrt_add__global_double(volatile __global double *object, double operand)
{
#if MRT_NVIDIA >= 6
  double before;
  asm volatile("atom.global.add.f64 %0, [%1], %2;" : "=d"(before)
               : "l"(object), "d"(operand) : "memory");
#else
  volatile __global ulong *bits = (volatile __global ulong *)object;
#ifdef MRT_NVIDIA
  ulong seen = *bits, before;
#else
  ulong seen = atom_add(bits, (ulong)0), before;
#endif
  do
  {
    before = seen;
    seen = atom_cmpxchg(bits, before, as_ulong(as_double(before) + operand));
  }
  while (seen != before);
#endif
}

/* Adds to a number of the array that begins at `first`: in the work-item's replica of its first `length` numbers,
 * whose elements are `step` apart, if it is one of these.  With as many replicas as work-items none is shared. */
void mrt_add_near_double(__local double *replica, uint length, uint step,
                     __global double *first, volatile __global double *place, double operand)
{
  const ulong at = (ulong)(place - first);
  if (at < length && step == MRT_GROUP_SIZE)
    replica[(uint)at * step] += operand;
  else if (at < length)
    mrt_add__local_double(&replica[(uint)at * step], operand);
  else
    mrt_add__global_double(place, operand);
}

/* Adds to a number of the array that begins at `first`: in the work-item's replica of its first `length` numbers,
 * whose elements are `step` apart, if it is one of these.  With as many replicas as work-items none is shared. */
void mrt_add_near_int(__local int *replica, uint length, uint step,
                     __global int *first, volatile __global int *place, int operand)
{
  const ulong at = (ulong)(place - first);
  if (at < length && step == MRT_GROUP_SIZE)
    replica[(uint)at * step] += operand;
  else if (at < length)
    atomic_add(&replica[(uint)at * step], operand);
  else
    atomic_add(place, operand);
}

/* Adds to a number of the array that begins at `first`: in the work-item's replica of its first `length` numbers,
 * whose elements are `step` apart, if it is one of these.  With as many replicas as work-items none is shared. */
void mrt_add_near_uint(__local uint *replica, uint length, uint step,
                     __global uint *first, volatile __global uint *place, uint operand)
{
  const ulong at = (ulong)(place - first);
  if (at < length && step == MRT_GROUP_SIZE)
    replica[(uint)at * step] += operand;
  else if (at < length)
    atomic_add(&replica[(uint)at * step], operand);
  else
    atomic_add(place, operand);
}

void mrt_add__local_float_double(volatile __local float *object, double operand)
{
  volatile __local uint *bits = (volatile __local uint *)object;
#ifdef MRT_NVIDIA
  uint seen = *bits, before;
#else
  uint seen = atomic_add(bits, (uint)0), before;
#endif
  do
  {
    before = seen;
    seen = atomic_cmpxchg(bits, before, as_uint((float)(as_float(before) + operand)));
  }
  while (seen != before);
}

void mrt_add__global_float_double(volatile __global float *object, double operand)
{
  volatile __global uint *bits = (volatile __global uint *)object;
#ifdef MRT_NVIDIA
  uint seen = *bits, before;
#else
  uint seen = atomic_add(bits, (uint)0), before;
#endif
  do
  {
    before = seen;
    seen = atomic_cmpxchg(bits, before, as_uint((float)(as_float(before) + operand)));
  }
  while (seen != before);
}

void mrt_add__local_float(volatile __local float *object, float operand)
{
  volatile __local uint *bits = (volatile __local uint *)object;
#ifdef MRT_NVIDIA
  uint seen = *bits, before;
#else
  uint seen = atomic_add(bits, (uint)0), before;
#endif
  do
  {
    before = seen;
    seen = atomic_cmpxchg(bits, before, as_uint(as_float(before) + operand));
  }
  while (seen != before);
}

void mrt_add__global_float(volatile __global float *object, float operand)
{
#if MRT_NVIDIA >= 6
  float before;
  asm volatile("atom.global.add.f32 %0, [%1], %2;" : "=f"(before)
               : "l"(object), "f"(operand) : "memory");
#else
  volatile __global uint *bits = (volatile __global uint *)object;
#ifdef MRT_NVIDIA
  uint seen = *bits, before;
#else
  uint seen = atomic_add(bits, (uint)0), before;
#endif
  do
  {
    before = seen;
    seen = atomic_cmpxchg(bits, before, as_uint(as_float(before) + operand));
  }
  while (seen != before);
#endif
}

/* Adds to a number of the array that begins at `first`: in the work-item's replica of its first `length` numbers,
 * whose elements are `step` apart, if it is one of these.  With as many replicas as work-items none is shared. */
void mrt_add_near_float_double(__local float *replica, uint length, uint step,
                     __global float *first, volatile __global float *place, double operand)
{
  const ulong at = (ulong)(place - first);
  if (at < length && step == MRT_GROUP_SIZE)
    replica[(uint)at * step] += operand;
  else if (at < length)
    mrt_add__local_float_double(&replica[(uint)at * step], operand);
  else
    mrt_add__global_float_double(place, operand);
}

/* groups.c:19:9 (privatize) */
__attribute__((reqd_work_group_size(MRT_GROUP_SIZE, 1, 1)))
__kernel void groups_by_key_1_replicated(__global double *sum_base, long sum_offset, __global int *key_base, long key_offset, int number, __global float *value_base, long value_offset, __global uint *count_base, long count_offset, ulong mrt_count0, __global ulong *mrt_partials, uint mrt_replicas, uint mrt_length0, uint mrt_length1)
{
  __global double *sum = (__global double *)((__global char *)sum_base + sum_offset);
  __global int *key = (__global int *)((__global char *)key_base + key_offset);
  __global float *value = (__global float *)((__global char *)value_base + value_offset);
  __global uint *count = (__global uint *)((__global char *)count_base + count_offset);
  __local ulong mrt_room[2048];
  const uint mrt_item = get_local_id(0);
  const uint mrt_replica = mrt_item % mrt_replicas;
  uint mrt_end0 = 0;
  __local double *mrt_sums0 = (__local double *)(mrt_room + mrt_end0);
  const uint mrt_end1 = mrt_end0 + (mrt_length0 * mrt_replicas + 1 - 1) / 1;
  __local uint *mrt_sums1 = (__local uint *)(mrt_room + mrt_end1);
  const uint mrt_end2 = mrt_end1 + (mrt_length1 * mrt_replicas + 2 - 1) / 2;
  for (uint mrt_at = mrt_item; mrt_at < mrt_end2; mrt_at += MRT_GROUP_SIZE)
    mrt_room[mrt_at] = 0;

  barrier(CLK_LOCAL_MEM_FENCE);
  __local double mrt_shared0[MRT_GROUP_SIZE];
  double all_1 = 0;
  const ulong mrt_total = mrt_count0;
  const ulong mrt_end = MRT_END(mrt_total);
  for (ulong mrt_index = MRT_BEGIN(mrt_total); mrt_index < mrt_end; mrt_index += MRT_STEP)
  {
    const ulong mrt_id0 = mrt_index;
    int i = (int)mrt_id0;
    mrt_add_near_double(mrt_sums0 + mrt_replica, mrt_length0, mrt_replicas, (__global double *)sum, &sum[key[i] % number], value[i]);
    mrt_add_near_uint(mrt_sums1 + mrt_replica, mrt_length1, mrt_replicas, (__global uint *)count, &count[key[i] % number], 1);
    all_1 += value[i];
  }

  const uint mrt_lane = get_local_id(0);
  mrt_shared0[mrt_lane] = all_1;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_half = MRT_GROUP_SIZE / 2; mrt_half > 0; mrt_half /= 2)
  {
    if (mrt_lane < mrt_half)
    {
      mrt_shared0[mrt_lane] = mrt_shared0[mrt_lane] + mrt_shared0[mrt_lane + mrt_half];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  if (mrt_lane == 0)
  {
    const size_t mrt_group = get_group_id(0);
    *((__global double *)(&mrt_partials[mrt_group])) = mrt_shared0[0];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_at = mrt_item; mrt_at < mrt_length0; mrt_at += MRT_GROUP_SIZE)
  {
    double mrt_sum = 0;
    for (uint mrt_from = 0; mrt_from < mrt_replicas; mrt_from++)
      mrt_sum += mrt_sums0[mrt_at * mrt_replicas + (mrt_from + mrt_at) % mrt_replicas];

    if (mrt_sum != 0)
      mrt_add__global_double((volatile __global double *)sum + mrt_at, mrt_sum);
  }

  for (uint mrt_at = mrt_item; mrt_at < mrt_length1; mrt_at += MRT_GROUP_SIZE)
  {
    uint mrt_sum = 0;
    for (uint mrt_from = 0; mrt_from < mrt_replicas; mrt_from++)
      mrt_sum += mrt_sums1[mrt_at * mrt_replicas + (mrt_from + mrt_at) % mrt_replicas];

    if (mrt_sum != 0)
      atomic_add((volatile __global uint *)count + mrt_at, mrt_sum);
  }

}
__attribute__((reqd_work_group_size(MRT_GROUP_SIZE, 1, 1)))
__kernel void groups_by_key_1(__global double *sum_base, long sum_offset, __global int *key_base, long key_offset, int number, __global float *value_base, long value_offset, __global uint *count_base, long count_offset, ulong mrt_count0, __global ulong *mrt_partials)
{
  __global double *sum = (__global double *)((__global char *)sum_base + sum_offset);
  __global int *key = (__global int *)((__global char *)key_base + key_offset);
  __global float *value = (__global float *)((__global char *)value_base + value_offset);
  __global uint *count = (__global uint *)((__global char *)count_base + count_offset);
  __local double mrt_shared0[MRT_GROUP_SIZE];
  double all_1 = 0;
  const ulong mrt_total = mrt_count0;
  const ulong mrt_end = MRT_END(mrt_total);
  for (ulong mrt_index = MRT_BEGIN(mrt_total); mrt_index < mrt_end; mrt_index += MRT_STEP)
  {
    const ulong mrt_id0 = mrt_index;
    int i = (int)mrt_id0;
    mrt_atomic_add_double_float(&sum[key[i] % number], value[i]);
    mrt_atomic_add_uint(&count[key[i] % number], 1);
    all_1 += value[i];
  }

  const uint mrt_lane = get_local_id(0);
  mrt_shared0[mrt_lane] = all_1;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_half = MRT_GROUP_SIZE / 2; mrt_half > 0; mrt_half /= 2)
  {
    if (mrt_lane < mrt_half)
    {
      mrt_shared0[mrt_lane] = mrt_shared0[mrt_lane] + mrt_shared0[mrt_lane + mrt_half];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  if (mrt_lane == 0)
  {
    const size_t mrt_group = get_group_id(0);
    *((__global double *)(&mrt_partials[mrt_group])) = mrt_shared0[0];
  }
}

/* groups.c:32:9 (privatize) */
__attribute__((reqd_work_group_size(MRT_GROUP_SIZE, 1, 1)))
__kernel void groups_by_structure_1_replicated(__global struct group *groups_base, long groups_offset, __global int *key_base, long key_offset, int number, __global float *value_base, long value_offset, ulong mrt_count0, uint mrt_replicas, uint mrt_length0, uint mrt_length1, uint mrt_length2)
{
  __global struct group *groups = (__global struct group *)((__global char *)groups_base + groups_offset);
  __global int *key = (__global int *)((__global char *)key_base + key_offset);
  __global float *value = (__global float *)((__global char *)value_base + value_offset);
  __local ulong mrt_room[2048];
  const uint mrt_item = get_local_id(0);
  const uint mrt_replica = mrt_item % mrt_replicas;
  uint mrt_end0 = 0;
  __local double *mrt_sums0 = (__local double *)(mrt_room + mrt_end0);
  const uint mrt_end1 = mrt_end0 + (mrt_length0 * mrt_replicas + 1 - 1) / 1;
  __local int *mrt_sums1 = (__local int *)(mrt_room + mrt_end1);
  const uint mrt_end2 = mrt_end1 + (mrt_length1 * mrt_replicas + 2 - 1) / 2;
  __local float *mrt_sums2 = (__local float *)(mrt_room + mrt_end2);
  const uint mrt_end3 = mrt_end2 + (mrt_length2 * mrt_replicas + 2 - 1) / 2;
  for (uint mrt_at = mrt_item; mrt_at < mrt_end3; mrt_at += MRT_GROUP_SIZE)
    mrt_room[mrt_at] = 0;

  barrier(CLK_LOCAL_MEM_FENCE);
  const ulong mrt_total = mrt_count0;
  const ulong mrt_end = MRT_END(mrt_total);
  for (ulong mrt_index = MRT_BEGIN(mrt_total); mrt_index < mrt_end; mrt_index += MRT_STEP)
  {
    const ulong mrt_id0 = mrt_index;
    int i = (int)mrt_id0;
    __global struct group *mine = &groups[key[i] % number];
    mrt_add_near_double(mrt_sums0 + mrt_replica, mrt_length0, mrt_replicas, (__global double *)groups, &mine->sum, -((double)value[i]));
    mrt_add_near_int(mrt_sums1 + mrt_replica, mrt_length1, mrt_replicas, (__global int *)groups, &mine->count, 1);
    mrt_add_near_float_double(mrt_sums2 + mrt_replica, mrt_length2, mrt_replicas, (__global float *)groups, &mine->mean, 0.5 * value[i]);
  }

  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_at = mrt_item; mrt_at < mrt_length0; mrt_at += MRT_GROUP_SIZE)
  {
    double mrt_sum = 0;
    for (uint mrt_from = 0; mrt_from < mrt_replicas; mrt_from++)
      mrt_sum += mrt_sums0[mrt_at * mrt_replicas + (mrt_from + mrt_at) % mrt_replicas];

    if (mrt_sum != 0)
      mrt_add__global_double((volatile __global double *)groups + mrt_at, mrt_sum);
  }

  for (uint mrt_at = mrt_item; mrt_at < mrt_length1; mrt_at += MRT_GROUP_SIZE)
  {
    int mrt_sum = 0;
    for (uint mrt_from = 0; mrt_from < mrt_replicas; mrt_from++)
      mrt_sum += mrt_sums1[mrt_at * mrt_replicas + (mrt_from + mrt_at) % mrt_replicas];

    if (mrt_sum != 0)
      atomic_add((volatile __global int *)groups + mrt_at, mrt_sum);
  }

  for (uint mrt_at = mrt_item; mrt_at < mrt_length2; mrt_at += MRT_GROUP_SIZE)
  {
    float mrt_sum = 0;
    for (uint mrt_from = 0; mrt_from < mrt_replicas; mrt_from++)
      mrt_sum += mrt_sums2[mrt_at * mrt_replicas + (mrt_from + mrt_at) % mrt_replicas];

    if (mrt_sum != 0)
      mrt_add__global_float((volatile __global float *)groups + mrt_at, mrt_sum);
  }

}
__kernel void groups_by_structure_1(__global struct group *groups_base, long groups_offset, __global int *key_base, long key_offset, int number, __global float *value_base, long value_offset, ulong mrt_count0)
{
  __global struct group *groups = (__global struct group *)((__global char *)groups_base + groups_offset);
  __global int *key = (__global int *)((__global char *)key_base + key_offset);
  __global float *value = (__global float *)((__global char *)value_base + value_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  __global struct group *mine = &groups[key[i] % number];
  mrt_atomic_sub_double_float(&mine->sum, value[i]);
  mrt_atomic_add_int(&mine->count, 1);
  mrt_atomic_add_float_double(&mine->mean, 0.5 * value[i]);
}
