#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL FP_CONTRACT OFF

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

long mrt_atomic_add_long(volatile __global long *object, long operand)
{
  return atom_add(object, operand);
}

double mrt_atomic_sub_double(volatile __global double *object, double operand)
{
#if MRT_NVIDIA >= 6
  double before;
  asm volatile("atom.global.add.f64 %0, [%1], %2;" : "=d"(before)
               : "l"(object), "d"(-operand) : "memory");
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

ulong mrt_atomic_sub_ulong(volatile __global ulong *object, ulong operand)
{
  return atom_sub(object, operand);
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

/* Adds to a counter: in the work-group's copy of its row, if it has one or may have one.  `known` says where the
 * rows begin that the work-item knows to have copies, 1ul << 63 where it knows of none. */
void mrt_count_long(__local long *copies, volatile __local uint *rows, ulong2 *known, uint length,
                   __global long *first, volatile __global long *counter, long operand)
{
  const ulong at = (ulong)(counter - first);
  if (at - known->x < length || at - known->y < length)
  {
    const ulong place = at - known->x < length ? at - known->x : length + (at - known->y);
    atom_add(&copies[place], operand);
    return;
  }
  const ulong number = at / length;
  const uint place = (uint)number % 2, wanted = (uint)number + 1;
  if ((place == 0 ? known->x : known->y) == 1ul << 63 && number < UINT_MAX)
  {
    uint found = atomic_cmpxchg(&rows[place], 0u, wanted);
    found = (found == 0 ? wanted : found) - 1;
    known->x = place == 0 ? (ulong)found * length : known->x;
    known->y = place == 0 ? known->y : (ulong)found * length;
  }
  if (number < UINT_MAX && at - (place == 0 ? known->x : known->y) < length)
    atom_add(&copies[place * length + (uint)(at % length)], operand);
  else
    atom_add(counter, operand);
}
/* Adds to a number of the array that begins at `first`: in the work-item's replica of its first `length` numbers,
 * whose elements are `step` apart, if it is one of these.  With as many replicas as work-items none is shared. */
void mrt_add_near_long(__local long *replica, uint length, uint step,
                     __global long *first, volatile __global long *place, long operand)
{
  const ulong at = (ulong)(place - first);
  if (at < length && step == MRT_GROUP_SIZE)
    replica[(uint)at * step] += operand;
  else if (at < length)
    atom_add(&replica[(uint)at * step], operand);
  else
    atom_add(place, operand);
}

/* Adds to a counter: in the work-group's copy of its row, if it has one or may have one.  `known` says where the
 * rows begin that the work-item knows to have copies, 1ul << 63 where it knows of none. */
void mrt_count_ulong(__local ulong *copies, volatile __local uint *rows, ulong2 *known, uint length,
                   __global ulong *first, volatile __global ulong *counter, ulong operand)
{
  const ulong at = (ulong)(counter - first);
  if (at - known->x < length || at - known->y < length)
  {
    const ulong place = at - known->x < length ? at - known->x : length + (at - known->y);
    atom_add(&copies[place], operand);
    return;
  }
  const ulong number = at / length;
  const uint place = (uint)number % 2, wanted = (uint)number + 1;
  if ((place == 0 ? known->x : known->y) == 1ul << 63 && number < UINT_MAX)
  {
    uint found = atomic_cmpxchg(&rows[place], 0u, wanted);
    found = (found == 0 ? wanted : found) - 1;
    known->x = place == 0 ? (ulong)found * length : known->x;
    known->y = place == 0 ? known->y : (ulong)found * length;
  }
  if (number < UINT_MAX && at - (place == 0 ? known->x : known->y) < length)
    atom_add(&copies[place * length + (uint)(at % length)], operand);
  else
    atom_add(counter, operand);
}
/* Adds to a number of the array that begins at `first`: in the work-item's replica of its first `length` numbers,
 * whose elements are `step` apart, if it is one of these.  With as many replicas as work-items none is shared. */
void mrt_add_near_ulong(__local ulong *replica, uint length, uint step,
                     __global ulong *first, volatile __global ulong *place, ulong operand)
{
  const ulong at = (ulong)(place - first);
  if (at < length && step == MRT_GROUP_SIZE)
    replica[(uint)at * step] += operand;
  else if (at < length)
    atom_add(&replica[(uint)at * step], operand);
  else
    atom_add(place, operand);
}

/* wide.c:9:9 (privatize) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(256, 1, 1)))
__kernel void wide_count_bits_1(__global long *ups_base, long ups_offset, __global ulong *words_base, long words_offset, ulong mrt_count0)
{
  __global long *ups = (__global long *)((__global char *)ups_base + ups_offset);
  __global ulong *words = (__global ulong *)((__global char *)words_base + words_offset);
  __local long mrt_copies[128];
  volatile __local uint mrt_rows[2];
  const uint mrt_lane = get_local_id(0);
  for (uint mrt_at = mrt_lane; mrt_at < 128; mrt_at += 256)
    mrt_copies[mrt_at] = 0;

  if (mrt_lane < 2)
    mrt_rows[mrt_lane] = 0;
  ulong2 mrt_known = (ulong2)(1ul << 63);
  barrier(CLK_LOCAL_MEM_FENCE);
  const ulong mrt_total = mrt_count0;
  const ulong mrt_left = mrt_total - get_global_offset(0);
  const ulong mrt_share = (mrt_left + get_num_groups(0) - 1) / get_num_groups(0);
  const ulong mrt_begin = get_global_offset(0) + get_group_id(0) * mrt_share;
  const ulong mrt_end = min(mrt_total, mrt_begin + mrt_share);
  for (ulong mrt_index = mrt_begin + mrt_lane; mrt_index < mrt_end; mrt_index += 256)
  {
    const ulong mrt_id0 = mrt_index;
    long i = (long)mrt_id0;
    for (int b = 0; b < 64; b++)
      mrt_count_long(mrt_copies, mrt_rows, &mrt_known, 64, (__global long *)ups, &ups[b], (long)((words[i] >> b) & 1) * 2 - 1);

  }

  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_at = mrt_lane; mrt_at < 128; mrt_at += 256)
  {
    const long mrt_counted = mrt_copies[mrt_at];
    const ulong mrt_row = mrt_rows[mrt_at / 64] - 1;
    if (mrt_counted != 0)
      atom_add((volatile __global long *)ups + mrt_row * 64 + mrt_at % 64, mrt_counted);
  }

}
#else
__attribute__((reqd_work_group_size(MRT_GROUP_SIZE, 1, 1)))
__kernel void wide_count_bits_1_replicated(__global long *ups_base, long ups_offset, __global ulong *words_base, long words_offset, ulong mrt_count0, uint mrt_replicas, uint mrt_length0)
{
  __global long *ups = (__global long *)((__global char *)ups_base + ups_offset);
  __global ulong *words = (__global ulong *)((__global char *)words_base + words_offset);
  __local ulong mrt_room[2048];
  const uint mrt_item = get_local_id(0);
  const uint mrt_replica = mrt_item % mrt_replicas;
  uint mrt_end0 = 0;
  __local long *mrt_sums0 = (__local long *)(mrt_room + mrt_end0);
  const uint mrt_end1 = mrt_end0 + (mrt_length0 * mrt_replicas + 1 - 1) / 1;
  for (uint mrt_at = mrt_item; mrt_at < mrt_end1; mrt_at += MRT_GROUP_SIZE)
    mrt_room[mrt_at] = 0;

  barrier(CLK_LOCAL_MEM_FENCE);
  const ulong mrt_total = mrt_count0;
  const ulong mrt_end = MRT_END(mrt_total);
  for (ulong mrt_index = MRT_BEGIN(mrt_total); mrt_index < mrt_end; mrt_index += MRT_STEP)
  {
    const ulong mrt_id0 = mrt_index;
    long i = (long)mrt_id0;
    for (int b = 0; b < 64; b++)
      mrt_add_near_long(mrt_sums0 + mrt_replica, mrt_length0, mrt_replicas, (__global long *)ups, &ups[b], (long)((words[i] >> b) & 1) * 2 - 1);

  }

  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_at = mrt_item; mrt_at < mrt_length0; mrt_at += MRT_GROUP_SIZE)
  {
    long mrt_sum = 0;
    for (uint mrt_from = 0; mrt_from < mrt_replicas; mrt_from++)
      mrt_sum += mrt_sums0[mrt_at * mrt_replicas + (mrt_from + mrt_at) % mrt_replicas];

    if (mrt_sum != 0)
      atom_add((volatile __global long *)ups + mrt_at, mrt_sum);
  }

}
__kernel void wide_count_bits_1(__global long *ups_base, long ups_offset, __global ulong *words_base, long words_offset, ulong mrt_count0)
{
  __global long *ups = (__global long *)((__global char *)ups_base + ups_offset);
  __global ulong *words = (__global ulong *)((__global char *)words_base + words_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  long i = (long)mrt_id0;
  for (int b = 0; b < 64; b++)
    mrt_atomic_add_long(&ups[b], (long)((words[i] >> b) & 1) * 2 - 1);

}
#endif

/* wide.c:17:9 (privatize) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(256, 1, 1)))
__kernel void wide_take_1(__global ulong *lefts_base, long lefts_offset, __global uint *key_base, long key_offset, ulong mrt_count0)
{
  __global ulong *lefts = (__global ulong *)((__global char *)lefts_base + lefts_offset);
  __global uint *key = (__global uint *)((__global char *)key_base + key_offset);
  __local ulong mrt_copies[80];
  volatile __local uint mrt_rows[2];
  const uint mrt_lane = get_local_id(0);
  for (uint mrt_at = mrt_lane; mrt_at < 80; mrt_at += 256)
    mrt_copies[mrt_at] = 0;

  if (mrt_lane < 2)
    mrt_rows[mrt_lane] = 0;
  ulong2 mrt_known = (ulong2)(1ul << 63);
  barrier(CLK_LOCAL_MEM_FENCE);
  const ulong mrt_total = mrt_count0;
  const ulong mrt_left = mrt_total - get_global_offset(0);
  const ulong mrt_share = (mrt_left + get_num_groups(0) - 1) / get_num_groups(0);
  const ulong mrt_begin = get_global_offset(0) + get_group_id(0) * mrt_share;
  const ulong mrt_end = min(mrt_total, mrt_begin + mrt_share);
  for (ulong mrt_index = mrt_begin + mrt_lane; mrt_index < mrt_end; mrt_index += 256)
  {
    const ulong mrt_id0 = mrt_index;
    int i = (int)mrt_id0;
    mrt_count_ulong(mrt_copies, mrt_rows, &mrt_known, 40, (__global ulong *)lefts, &lefts[key[i] % 40], -((ulong)key[i]));
  }

  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_at = mrt_lane; mrt_at < 80; mrt_at += 256)
  {
    const ulong mrt_counted = mrt_copies[mrt_at];
    const ulong mrt_row = mrt_rows[mrt_at / 40] - 1;
    if (mrt_counted != 0)
      atom_add((volatile __global ulong *)lefts + mrt_row * 40 + mrt_at % 40, mrt_counted);
  }

}
#else
__attribute__((reqd_work_group_size(MRT_GROUP_SIZE, 1, 1)))
__kernel void wide_take_1_replicated(__global ulong *lefts_base, long lefts_offset, __global uint *key_base, long key_offset, ulong mrt_count0, uint mrt_replicas, uint mrt_length0)
{
  __global ulong *lefts = (__global ulong *)((__global char *)lefts_base + lefts_offset);
  __global uint *key = (__global uint *)((__global char *)key_base + key_offset);
  __local ulong mrt_room[2048];
  const uint mrt_item = get_local_id(0);
  const uint mrt_replica = mrt_item % mrt_replicas;
  uint mrt_end0 = 0;
  __local ulong *mrt_sums0 = (__local ulong *)(mrt_room + mrt_end0);
  const uint mrt_end1 = mrt_end0 + (mrt_length0 * mrt_replicas + 1 - 1) / 1;
  for (uint mrt_at = mrt_item; mrt_at < mrt_end1; mrt_at += MRT_GROUP_SIZE)
    mrt_room[mrt_at] = 0;

  barrier(CLK_LOCAL_MEM_FENCE);
  const ulong mrt_total = mrt_count0;
  const ulong mrt_end = MRT_END(mrt_total);
  for (ulong mrt_index = MRT_BEGIN(mrt_total); mrt_index < mrt_end; mrt_index += MRT_STEP)
  {
    const ulong mrt_id0 = mrt_index;
    int i = (int)mrt_id0;
    mrt_add_near_ulong(mrt_sums0 + mrt_replica, mrt_length0, mrt_replicas, (__global ulong *)lefts, &lefts[key[i] % 40], -((ulong)key[i]));
  }

  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_at = mrt_item; mrt_at < mrt_length0; mrt_at += MRT_GROUP_SIZE)
  {
    ulong mrt_sum = 0;
    for (uint mrt_from = 0; mrt_from < mrt_replicas; mrt_from++)
      mrt_sum += mrt_sums0[mrt_at * mrt_replicas + (mrt_from + mrt_at) % mrt_replicas];

    if (mrt_sum != 0)
      atom_add((volatile __global ulong *)lefts + mrt_at, mrt_sum);
  }

}
__kernel void wide_take_1(__global ulong *lefts_base, long lefts_offset, __global uint *key_base, long key_offset, ulong mrt_count0)
{
  __global ulong *lefts = (__global ulong *)((__global char *)lefts_base + lefts_offset);
  __global uint *key = (__global uint *)((__global char *)key_base + key_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  mrt_atomic_sub_ulong(&lefts[key[i] % 40], key[i]);
}
#endif

/* wide.c:26:9 (privatize) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(256, 1, 1)))
__kernel void wide_take_threes_1(__global ulong *lefts_base, long lefts_offset, __global uint *key_base, long key_offset, ulong mrt_count0)
{
  __global ulong *lefts = (__global ulong *)((__global char *)lefts_base + lefts_offset);
  __global uint *key = (__global uint *)((__global char *)key_base + key_offset);
  __local ulong mrt_copies[80];
  volatile __local uint mrt_rows[2];
  const uint mrt_lane = get_local_id(0);
  for (uint mrt_at = mrt_lane; mrt_at < 80; mrt_at += 256)
    mrt_copies[mrt_at] = 0;

  if (mrt_lane < 2)
    mrt_rows[mrt_lane] = 0;
  ulong2 mrt_known = (ulong2)(1ul << 63);
  barrier(CLK_LOCAL_MEM_FENCE);
  const ulong mrt_total = mrt_count0;
  const ulong mrt_left = mrt_total - get_global_offset(0);
  const ulong mrt_share = (mrt_left + get_num_groups(0) - 1) / get_num_groups(0);
  const ulong mrt_begin = get_global_offset(0) + get_group_id(0) * mrt_share;
  const ulong mrt_end = min(mrt_total, mrt_begin + mrt_share);
  ulong mrt_own = UINT_MAX;
  if (mrt_begin < mrt_end)
  {
    const ulong mrt_index = mrt_begin;
    const ulong mrt_id0 = mrt_index;
    int i = (int)mrt_id0;
    mrt_own = (ulong)0;
  }
  if (mrt_own < UINT_MAX)
  {
    if (mrt_lane == 0)
      mrt_rows[0] = (uint)mrt_own + 1;
    for (ulong mrt_from = mrt_begin; mrt_from < mrt_end; mrt_from += 2048)
    {
      uint mrt_found[8];
      #pragma unroll
      for (uint mrt_step = 0; mrt_step < 8; mrt_step++)
      {
        const ulong mrt_index = mrt_from + 256 * mrt_step + mrt_lane;
        mrt_found[mrt_step] = UINT_MAX;
        if (mrt_index < mrt_end)
        {
          const ulong mrt_id0 = mrt_index;
          int i = (int)mrt_id0;
          const ulong mrt_element = (ulong)(key[i] % 40);
          if ((ulong)0 == mrt_own && mrt_element < 40)
            mrt_found[mrt_step] = (uint)mrt_element;
          else
            atom_add(&lefts[key[i] % 40], -((ulong)3U));
        }
      }

      #pragma unroll
      for (uint mrt_step = 0; mrt_step < 8; mrt_step++)
        if (mrt_found[mrt_step] < 40)
          atom_add(&mrt_copies[mrt_found[mrt_step]], -((ulong)3U));

    }

  }
  else
    for (ulong mrt_index = mrt_begin + mrt_lane; mrt_index < mrt_end; mrt_index += 256)
    {
      const ulong mrt_id0 = mrt_index;
      int i = (int)mrt_id0;
      mrt_count_ulong(mrt_copies, mrt_rows, &mrt_known, 40, (__global ulong *)lefts, &lefts[key[i] % 40], -((ulong)3U));
    }

  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_at = mrt_lane; mrt_at < 80; mrt_at += 256)
  {
    const ulong mrt_counted = mrt_copies[mrt_at];
    const ulong mrt_row = mrt_rows[mrt_at / 40] - 1;
    if (mrt_counted != 0)
      atom_add((volatile __global ulong *)lefts + mrt_row * 40 + mrt_at % 40, mrt_counted);
  }

}
#else
__attribute__((reqd_work_group_size(MRT_GROUP_SIZE, 1, 1)))
__kernel void wide_take_threes_1_replicated(__global ulong *lefts_base, long lefts_offset, __global uint *key_base, long key_offset, ulong mrt_count0, uint mrt_replicas, uint mrt_length0)
{
  __global ulong *lefts = (__global ulong *)((__global char *)lefts_base + lefts_offset);
  __global uint *key = (__global uint *)((__global char *)key_base + key_offset);
  __local ulong mrt_room[2048];
  const uint mrt_item = get_local_id(0);
  const uint mrt_replica = mrt_item % mrt_replicas;
  uint mrt_end0 = 0;
  __local ulong *mrt_sums0 = (__local ulong *)(mrt_room + mrt_end0);
  const uint mrt_end1 = mrt_end0 + (mrt_length0 * mrt_replicas + 1 - 1) / 1;
  for (uint mrt_at = mrt_item; mrt_at < mrt_end1; mrt_at += MRT_GROUP_SIZE)
    mrt_room[mrt_at] = 0;

  barrier(CLK_LOCAL_MEM_FENCE);
  const ulong mrt_total = mrt_count0;
  const ulong mrt_end = MRT_END(mrt_total);
  for (ulong mrt_index = MRT_BEGIN(mrt_total); mrt_index < mrt_end; mrt_index += MRT_STEP)
  {
    const ulong mrt_id0 = mrt_index;
    int i = (int)mrt_id0;
    mrt_add_near_ulong(mrt_sums0 + mrt_replica, mrt_length0, mrt_replicas, (__global ulong *)lefts, &lefts[key[i] % 40], -((ulong)3U));
  }

  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_at = mrt_item; mrt_at < mrt_length0; mrt_at += MRT_GROUP_SIZE)
  {
    ulong mrt_sum = 0;
    for (uint mrt_from = 0; mrt_from < mrt_replicas; mrt_from++)
      mrt_sum += mrt_sums0[mrt_at * mrt_replicas + (mrt_from + mrt_at) % mrt_replicas];

    if (mrt_sum != 0)
      atom_add((volatile __global ulong *)lefts + mrt_at, mrt_sum);
  }

}
__kernel void wide_take_threes_1(__global ulong *lefts_base, long lefts_offset, __global uint *key_base, long key_offset, ulong mrt_count0)
{
  __global ulong *lefts = (__global ulong *)((__global char *)lefts_base + lefts_offset);
  __global uint *key = (__global uint *)((__global char *)key_base + key_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  mrt_atomic_sub_ulong(&lefts[key[i] % 40], 3U);
}
#endif

/* wide.c:35:9 (privatize) */
__attribute__((reqd_work_group_size(MRT_GROUP_SIZE, 1, 1)))
__kernel void wide_take_from_reals_1_replicated(__global double *reals_base, long reals_offset, __global uint *key_base, long key_offset, ulong mrt_count0, uint mrt_replicas, uint mrt_length0)
{
  __global double *reals = (__global double *)((__global char *)reals_base + reals_offset);
  __global uint *key = (__global uint *)((__global char *)key_base + key_offset);
  __local ulong mrt_room[2048];
  const uint mrt_item = get_local_id(0);
  const uint mrt_replica = mrt_item % mrt_replicas;
  uint mrt_end0 = 0;
  __local double *mrt_sums0 = (__local double *)(mrt_room + mrt_end0);
  const uint mrt_end1 = mrt_end0 + (mrt_length0 * mrt_replicas + 1 - 1) / 1;
  for (uint mrt_at = mrt_item; mrt_at < mrt_end1; mrt_at += MRT_GROUP_SIZE)
    mrt_room[mrt_at] = 0;

  barrier(CLK_LOCAL_MEM_FENCE);
  const ulong mrt_total = mrt_count0;
  const ulong mrt_end = MRT_END(mrt_total);
  for (ulong mrt_index = MRT_BEGIN(mrt_total); mrt_index < mrt_end; mrt_index += MRT_STEP)
  {
    const ulong mrt_id0 = mrt_index;
    int i = (int)mrt_id0;
    mrt_add_near_double(mrt_sums0 + mrt_replica, mrt_length0, mrt_replicas, (__global double *)reals, &reals[key[i] % 40], -((double)key[i]));
  }

  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_at = mrt_item; mrt_at < mrt_length0; mrt_at += MRT_GROUP_SIZE)
  {
    double mrt_sum = 0;
    for (uint mrt_from = 0; mrt_from < mrt_replicas; mrt_from++)
      mrt_sum += mrt_sums0[mrt_at * mrt_replicas + (mrt_from + mrt_at) % mrt_replicas];

    if (mrt_sum != 0)
      mrt_add__global_double((volatile __global double *)reals + mrt_at, mrt_sum);
  }

}
__kernel void wide_take_from_reals_1(__global double *reals_base, long reals_offset, __global uint *key_base, long key_offset, ulong mrt_count0)
{
  __global double *reals = (__global double *)((__global char *)reals_base + reals_offset);
  __global uint *key = (__global uint *)((__global char *)key_base + key_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  mrt_atomic_sub_double(&reals[key[i] % 40], key[i]);
}
