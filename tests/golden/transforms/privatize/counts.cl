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

/* Adds to a counter: in the work-group's copy of its row, if it has one or may have one.  `known` says where the
 * rows begin that the work-item knows to have copies, 1ul << 63 where it knows of none. */
void mrt_count_int(__local int *copies, volatile __local uint *rows, ulong2 *known, uint length,
                   __global int *first, volatile __global int *counter, int operand)
{
  const ulong at = (ulong)(counter - first);
  if (at - known->x < length || at - known->y < length)
  {
    const ulong place = at - known->x < length ? at - known->x : length + (at - known->y);
    atomic_add(&copies[place], operand);
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
    atomic_add(&copies[place * length + (uint)(at % length)], operand);
  else
    atomic_add(counter, operand);
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

/* Adds to a counter: in the work-group's copy of its row, if it has one or may have one.  `known` says where the
 * rows begin that the work-item knows to have copies, 1ul << 63 where it knows of none. */
void mrt_count_uint(__local uint *copies, volatile __local uint *rows, ulong2 *known, uint length,
                   __global uint *first, volatile __global uint *counter, uint operand)
{
  const ulong at = (ulong)(counter - first);
  if (at - known->x < length || at - known->y < length)
  {
    const ulong place = at - known->x < length ? at - known->x : length + (at - known->y);
    atomic_add(&copies[place], operand);
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
    atomic_add(&copies[place * length + (uint)(at % length)], operand);
  else
    atomic_add(counter, operand);
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

unsigned long __mrt_static_thread(unsigned long index, unsigned long share, unsigned long longer);

unsigned long __mrt_static_thread(unsigned long index, unsigned long share, unsigned long longer)
{
  unsigned long more = longer * (share + 1);
  unsigned long rest = index - more;
  if ((index | share) >> 31)
    return index < more ? index / (share + 1) : longer + rest / share;
  return index < more ? (unsigned int)index / ((unsigned int)share + 1) : longer + (unsigned int)rest / (unsigned int)share;
}


/* counts.c:21:9 (privatize) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(256, 1, 1)))
__kernel void counts_count_1(__global int *counts_base, long counts_offset, __global int *key_base, long key_offset, ulong mrt_count0)
{
  __global int *counts = (__global int *)((__global char *)counts_base + counts_offset);
  __global int *key = (__global int *)((__global char *)key_base + key_offset);
  __local int mrt_copies[100];
  volatile __local uint mrt_rows[2];
  const uint mrt_lane = get_local_id(0);
  for (uint mrt_at = mrt_lane; mrt_at < 100; mrt_at += 256)
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
          const ulong mrt_element = (ulong)(key[i] % 50);
          if ((ulong)0 == mrt_own && mrt_element < 50)
            mrt_found[mrt_step] = (uint)mrt_element;
          else
            atomic_add(&counts[key[i] % 50], 1);
        }
      }

      #pragma unroll
      for (uint mrt_step = 0; mrt_step < 8; mrt_step++)
        if (mrt_found[mrt_step] < 50)
          atomic_add(&mrt_copies[mrt_found[mrt_step]], 1);

    }

  }
  else
    for (ulong mrt_index = mrt_begin + mrt_lane; mrt_index < mrt_end; mrt_index += 256)
    {
      const ulong mrt_id0 = mrt_index;
      int i = (int)mrt_id0;
      mrt_count_int(mrt_copies, mrt_rows, &mrt_known, 50, (__global int *)counts, &counts[key[i] % 50], 1);
    }

  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_at = mrt_lane; mrt_at < 100; mrt_at += 256)
  {
    const int mrt_counted = mrt_copies[mrt_at];
    const ulong mrt_row = mrt_rows[mrt_at / 50] - 1;
    if (mrt_counted != 0)
      atomic_add((volatile __global int *)counts + mrt_row * 50 + mrt_at % 50, mrt_counted);
  }

}
#else
__attribute__((reqd_work_group_size(MRT_GROUP_SIZE, 1, 1)))
__kernel void counts_count_1_replicated(__global int *counts_base, long counts_offset, __global int *key_base, long key_offset, ulong mrt_count0, uint mrt_replicas, uint mrt_length0)
{
  __global int *counts = (__global int *)((__global char *)counts_base + counts_offset);
  __global int *key = (__global int *)((__global char *)key_base + key_offset);
  __local ulong mrt_room[2048];
  const uint mrt_item = get_local_id(0);
  const uint mrt_replica = mrt_item % mrt_replicas;
  uint mrt_end0 = 0;
  __local int *mrt_sums0 = (__local int *)(mrt_room + mrt_end0);
  const uint mrt_end1 = mrt_end0 + (mrt_length0 * mrt_replicas + 2 - 1) / 2;
  for (uint mrt_at = mrt_item; mrt_at < mrt_end1; mrt_at += MRT_GROUP_SIZE)
    mrt_room[mrt_at] = 0;

  barrier(CLK_LOCAL_MEM_FENCE);
  const ulong mrt_total = mrt_count0;
  const ulong mrt_end = MRT_END(mrt_total);
  for (ulong mrt_index = MRT_BEGIN(mrt_total); mrt_index < mrt_end; mrt_index += MRT_STEP)
  {
    const ulong mrt_id0 = mrt_index;
    int i = (int)mrt_id0;
    mrt_add_near_int(mrt_sums0 + mrt_replica, mrt_length0, mrt_replicas, (__global int *)counts, &counts[key[i] % 50], 1);
  }

  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_at = mrt_item; mrt_at < mrt_length0; mrt_at += MRT_GROUP_SIZE)
  {
    int mrt_sum = 0;
    for (uint mrt_from = 0; mrt_from < mrt_replicas; mrt_from++)
      mrt_sum += mrt_sums0[mrt_at * mrt_replicas + (mrt_from + mrt_at) % mrt_replicas];

    if (mrt_sum != 0)
      atomic_add((volatile __global int *)counts + mrt_at, mrt_sum);
  }

}
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
#endif

/* counts.c:30:9 (privatize) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(256, 1, 1)))
__kernel void counts_split_1(__global uint (*sides_base)[100], long sides_offset, int side, __global int *key_base, long key_offset, int m, ulong mrt_count0, ulong mrt_count1)
{
  __global uint (*sides)[100] = (__global uint (*)[100])((__global char *)sides_base + sides_offset);
  __global int *key = (__global int *)((__global char *)key_base + key_offset);
  __local uint mrt_copies[400];
  volatile __local uint mrt_rows[2];
  const uint mrt_lane = get_local_id(0);
  for (uint mrt_at = mrt_lane; mrt_at < 400; mrt_at += 256)
    mrt_copies[mrt_at] = 0;

  if (mrt_lane < 2)
    mrt_rows[mrt_lane] = 0;
  ulong2 mrt_known = (ulong2)(1ul << 63);
  barrier(CLK_LOCAL_MEM_FENCE);
  const ulong mrt_total = mrt_count0 * mrt_count1;
  const ulong mrt_left = mrt_total - get_global_offset(0);
  const ulong mrt_share = (mrt_left + get_num_groups(0) - 1) / get_num_groups(0);
  const ulong mrt_begin = get_global_offset(0) + get_group_id(0) * mrt_share;
  const ulong mrt_end = min(mrt_total, mrt_begin + mrt_share);
  for (ulong mrt_index = mrt_begin + mrt_lane; mrt_index < mrt_end; mrt_index += 256)
  {
    const ulong mrt_id0 = mrt_index % mrt_count0;
    const ulong mrt_id1 = mrt_index / mrt_count0;
    int j = (int)mrt_id0;
    int i = (int)mrt_id1;
    mrt_count_uint(mrt_copies, mrt_rows, &mrt_known, 200, (__global uint *)sides, &sides[side][key[i * m + j] % 100], -3U);
    if (key[i * m + j] % 3 == 0)
    {
      mrt_count_uint(mrt_copies, mrt_rows, &mrt_known, 200, (__global uint *)sides, &sides[side][key[i] % 100], (uint)j);
    }
  }

  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_at = mrt_lane; mrt_at < 400; mrt_at += 256)
  {
    const uint mrt_counted = mrt_copies[mrt_at];
    const ulong mrt_row = mrt_rows[mrt_at / 200] - 1;
    if (mrt_counted != 0)
      atomic_add((volatile __global uint *)sides + mrt_row * 200 + mrt_at % 200, mrt_counted);
  }

}
#else
__attribute__((reqd_work_group_size(MRT_GROUP_SIZE, 1, 1)))
__kernel void counts_split_1_replicated(__global uint (*sides_base)[100], long sides_offset, int side, __global int *key_base, long key_offset, int m, ulong mrt_count0, ulong mrt_count1, uint mrt_replicas, uint mrt_length0)
{
  __global uint (*sides)[100] = (__global uint (*)[100])((__global char *)sides_base + sides_offset);
  __global int *key = (__global int *)((__global char *)key_base + key_offset);
  __local ulong mrt_room[2048];
  const uint mrt_item = get_local_id(0);
  const uint mrt_replica = mrt_item % mrt_replicas;
  uint mrt_end0 = 0;
  __local uint *mrt_sums0 = (__local uint *)(mrt_room + mrt_end0);
  const uint mrt_end1 = mrt_end0 + (mrt_length0 * mrt_replicas + 2 - 1) / 2;
  for (uint mrt_at = mrt_item; mrt_at < mrt_end1; mrt_at += MRT_GROUP_SIZE)
    mrt_room[mrt_at] = 0;

  barrier(CLK_LOCAL_MEM_FENCE);
  const ulong mrt_total = mrt_count0 * mrt_count1;
  const ulong mrt_end = MRT_END(mrt_total);
  for (ulong mrt_index = MRT_BEGIN(mrt_total); mrt_index < mrt_end; mrt_index += MRT_STEP)
  {
    const ulong mrt_id0 = mrt_index % mrt_count0;
    const ulong mrt_id1 = mrt_index / mrt_count0;
    int j = (int)mrt_id0;
    int i = (int)mrt_id1;
    mrt_add_near_uint(mrt_sums0 + mrt_replica, mrt_length0, mrt_replicas, (__global uint *)sides, &sides[side][key[i * m + j] % 100], -((uint)3U));
    if (key[i * m + j] % 3 == 0)
    {
      mrt_add_near_uint(mrt_sums0 + mrt_replica, mrt_length0, mrt_replicas, (__global uint *)sides, &sides[side][key[i] % 100], (uint)j);
    }
  }

  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_at = mrt_item; mrt_at < mrt_length0; mrt_at += MRT_GROUP_SIZE)
  {
    uint mrt_sum = 0;
    for (uint mrt_from = 0; mrt_from < mrt_replicas; mrt_from++)
      mrt_sum += mrt_sums0[mrt_at * mrt_replicas + (mrt_from + mrt_at) % mrt_replicas];

    if (mrt_sum != 0)
      atomic_add((volatile __global uint *)sides + mrt_at, mrt_sum);
  }

}
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
    mrt_atomic_add_uint(&sides[side][key[i] % 100], (uint)j);
  }
}
#endif

/* counts.c:47:9 (privatize) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(256, 1, 1)))
__kernel void counts_count_by_thread_1(ulong share, ulong longer, __global int (*rows_base)[20], long rows_offset, __global int *key_base, long key_offset, ulong mrt_count0)
{
  __global int (*rows)[20] = (__global int (*)[20])((__global char *)rows_base + rows_offset);
  __global int *key = (__global int *)((__global char *)key_base + key_offset);
  __local int mrt_copies[2560];
  volatile __local uint mrt_rows[2];
  const uint mrt_lane = get_local_id(0);
  for (uint mrt_at = mrt_lane; mrt_at < 2560; mrt_at += 256)
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
  ulong mrt_first = 0;
  ulong mrt_last = 1;
  if (mrt_begin < mrt_end)
  {
    {
      const ulong mrt_index = mrt_begin;
      const ulong mrt_id0 = mrt_index;
      int i = (int)mrt_id0;
      mrt_first = __mrt_static_thread((ulong)(((long)i - (long)0) / (long)1), share, longer);
    }
    {
      const ulong mrt_index = mrt_end - 1;
      const ulong mrt_id0 = mrt_index;
      int i = (int)mrt_id0;
      mrt_last = __mrt_static_thread((ulong)(((long)i - (long)0) / (long)1), share, longer);
    }
  }
  ulong mrt_own = UINT_MAX;
  if (mrt_begin < mrt_end && mrt_first == mrt_last)
  {
    const ulong mrt_index = mrt_begin;
    const ulong mrt_id0 = mrt_index;
    int i = (int)mrt_id0;
    int thread = (int)mrt_first;
    int me = thread;
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
          int thread = (int)mrt_first;
          int me = thread;
          const ulong mrt_element = (ulong)((long)me * 20 + key[i] % 20);
          if ((ulong)0 == mrt_own && mrt_element < 1280)
            mrt_found[mrt_step] = (uint)mrt_element;
          else
            atomic_add(&rows[me][key[i] % 20], 1);
        }
      }

      #pragma unroll
      for (uint mrt_step = 0; mrt_step < 8; mrt_step++)
        if (mrt_found[mrt_step] < 1280)
          atomic_add(&mrt_copies[mrt_found[mrt_step]], 1);

    }

  }
  else
    for (ulong mrt_index = mrt_begin + mrt_lane; mrt_index < mrt_end; mrt_index += 256)
    {
      const ulong mrt_id0 = mrt_index;
      int i = (int)mrt_id0;
      int thread = (int)(mrt_first == mrt_last ? mrt_first : __mrt_static_thread((ulong)(((long)i - (long)0) / (long)1), share, longer));
      int me = thread;
      mrt_count_int(mrt_copies, mrt_rows, &mrt_known, 1280, (__global int *)rows, &rows[me][key[i] % 20], 1);
    }

  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_at = mrt_lane; mrt_at < 2560; mrt_at += 256)
  {
    const int mrt_counted = mrt_copies[mrt_at];
    const ulong mrt_row = mrt_rows[mrt_at / 1280] - 1;
    if (mrt_counted != 0)
      atomic_add((volatile __global int *)rows + mrt_row * 1280 + mrt_at % 1280, mrt_counted);
  }

}
#else
__attribute__((reqd_work_group_size(MRT_GROUP_SIZE, 1, 1)))
__kernel void counts_count_by_thread_1_replicated(ulong share, ulong longer, __global int (*rows_base)[20], long rows_offset, __global int *key_base, long key_offset, ulong mrt_count0, uint mrt_replicas, uint mrt_length0)
{
  __global int (*rows)[20] = (__global int (*)[20])((__global char *)rows_base + rows_offset);
  __global int *key = (__global int *)((__global char *)key_base + key_offset);
  __local ulong mrt_room[2048];
  const uint mrt_item = get_local_id(0);
  const uint mrt_replica = mrt_item % mrt_replicas;
  uint mrt_end0 = 0;
  __local int *mrt_sums0 = (__local int *)(mrt_room + mrt_end0);
  const uint mrt_end1 = mrt_end0 + (mrt_length0 * mrt_replicas + 2 - 1) / 2;
  for (uint mrt_at = mrt_item; mrt_at < mrt_end1; mrt_at += MRT_GROUP_SIZE)
    mrt_room[mrt_at] = 0;

  barrier(CLK_LOCAL_MEM_FENCE);
  const ulong mrt_total = mrt_count0;
  const ulong mrt_end = MRT_END(mrt_total);
  for (ulong mrt_index = MRT_BEGIN(mrt_total); mrt_index < mrt_end; mrt_index += MRT_STEP)
  {
    const ulong mrt_id0 = mrt_index;
    int i = (int)mrt_id0;
    int thread = (int)__mrt_static_thread((ulong)(((long)i - (long)0) / (long)1), share, longer);
    int me = thread;
    mrt_add_near_int(mrt_sums0 + mrt_replica, mrt_length0, mrt_replicas, (__global int *)rows, &rows[me][key[i] % 20], 1);
  }

  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_at = mrt_item; mrt_at < mrt_length0; mrt_at += MRT_GROUP_SIZE)
  {
    int mrt_sum = 0;
    for (uint mrt_from = 0; mrt_from < mrt_replicas; mrt_from++)
      mrt_sum += mrt_sums0[mrt_at * mrt_replicas + (mrt_from + mrt_at) % mrt_replicas];

    if (mrt_sum != 0)
      atomic_add((volatile __global int *)rows + mrt_at, mrt_sum);
  }

}
__kernel void counts_count_by_thread_1(ulong share, ulong longer, __global int (*rows_base)[20], long rows_offset, __global int *key_base, long key_offset, ulong mrt_count0)
{
  __global int (*rows)[20] = (__global int (*)[20])((__global char *)rows_base + rows_offset);
  __global int *key = (__global int *)((__global char *)key_base + key_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  int thread = (int)__mrt_static_thread((ulong)(((long)i - (long)0) / (long)1), share, longer);
  int me = thread;
  mrt_atomic_add_int(&rows[me][key[i] % 20], 1);
}
#endif
