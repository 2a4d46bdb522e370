#pragma OPENCL FP_CONTRACT OFF

struct pair
{
  int one;
  int two;
};

#ifdef MRT_NVIDIA
#define MRT_SUMMING 1024
#else
#define MRT_SUMMING 256
#endif

unsigned long __mrt_static_thread(unsigned long index, unsigned long share, unsigned long longer);

unsigned long __mrt_static_thread(unsigned long index, unsigned long share, unsigned long longer)
{
  unsigned long more = longer * (share + 1);
  unsigned long rest = index - more;
  if ((index | share) >> 31)
    return index < more ? index / (share + 1) : longer + rest / share;
  return index < more ? (unsigned int)index / ((unsigned int)share + 1) : longer + (unsigned int)rest / (unsigned int)share;
}


/* buckets.c:28:9 (multisplit) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(256, 1, 1)))
__kernel void buckets_split_1_counts(ulong share, ulong longer, __global int *key_base, long key_offset, int shift, __global int *by_bucket_base, long by_bucket_offset, __global int *begin_base, long begin_offset, __global int (*count_base)[512], long count_offset, ulong mrt_count0, __global uint *mrt_tiles, uint mrt_team, uint mrt_parts)
{
  __global int *key = (__global int *)((__global char *)key_base + key_offset);
  __global int *by_bucket = (__global int *)((__global char *)by_bucket_base + by_bucket_offset);
  __global int *begin = (__global int *)((__global char *)begin_base + begin_offset);
  __global int (*count)[512] = (__global int (*)[512])((__global char *)count_base + count_offset);
  __local uint mrt_row[512];
  const uint mrt_lane = get_local_id(0);
  __global uint *mrt_rows = mrt_tiles + 32;
  __global uint *mrt_last = mrt_rows + (ulong)mrt_team * mrt_parts * 512;
  const ulong mrt_thread = get_group_id(0) / mrt_parts;
  const ulong mrt_part = get_group_id(0) % mrt_parts;
  const ulong mrt_start = mrt_thread * share + (mrt_thread < longer ? mrt_thread : longer);
  const ulong mrt_length = share + (mrt_thread < longer);
  const ulong mrt_from = mrt_start + mrt_length * mrt_part / mrt_parts;
  const ulong mrt_to = mrt_start + mrt_length * (mrt_part + 1) / mrt_parts;
  __global uint *mrt_tile = mrt_rows + get_group_id(0) * 512;
  for (uint mrt_at = mrt_lane; mrt_at < 512; mrt_at += 256)
    mrt_row[mrt_at] = 0;

  barrier(CLK_LOCAL_MEM_FENCE);
  for (ulong mrt_base = mrt_from; mrt_base < mrt_to; mrt_base += 2048)
  {
    uint mrt_found[8];
    #pragma unroll
    for (uint mrt_step = 0; mrt_step < 8; mrt_step++)
    {
      const ulong mrt_id0 = mrt_base + 256 * mrt_step + mrt_lane;
      mrt_found[mrt_step] = 0;
      if (mrt_id0 < mrt_to)
      {
        int i = (int)mrt_id0;
        int b;
        int thread = (int)mrt_thread;
        int me = thread;
        b = key[i] >> shift;
        mrt_found[mrt_step] = (uint)b;
      }
    }

    #pragma unroll
    for (uint mrt_step = 0; mrt_step < 8; mrt_step++)
    {
      if (mrt_base + 256 * mrt_step + mrt_lane < mrt_to)
      {
        if (mrt_found[mrt_step] < 512)
          atomic_inc(&mrt_row[mrt_found[mrt_step]]);
        else
          mrt_tiles[2] = 1;
      }
    }

  }

  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_at = mrt_lane; mrt_at < 512; mrt_at += 256)
    mrt_tile[mrt_at] = mrt_row[mrt_at];

}
__attribute__((reqd_work_group_size(MRT_SUMMING, 1, 1)))
__kernel void buckets_split_1_sums(ulong share, ulong longer, __global int *key_base, long key_offset, int shift, __global int *by_bucket_base, long by_bucket_offset, __global int *begin_base, long begin_offset, __global int (*count_base)[512], long count_offset, ulong mrt_count0, __global uint *mrt_tiles, uint mrt_team, uint mrt_parts)
{
  __global int *key = (__global int *)((__global char *)key_base + key_offset);
  __global int *by_bucket = (__global int *)((__global char *)by_bucket_base + by_bucket_offset);
  __global int *begin = (__global int *)((__global char *)begin_base + begin_offset);
  __global int (*count)[512] = (__global int (*)[512])((__global char *)count_base + count_offset);
  __local uint mrt_sums[MRT_SUMMING];
  const uint mrt_lane = get_local_id(0);
  __global uint *mrt_rows = mrt_tiles + 32;
  __global uint *mrt_last = mrt_rows + (ulong)mrt_team * mrt_parts * 512;
  const uint mrt_sharers = MRT_SUMMING / 32;
  const uint mrt_sharer = mrt_lane / 32;
  const ulong mrt_item = get_group_id(0) * 32 + mrt_lane % 32;
  const int mrt_inside = mrt_item < (ulong)mrt_team * 512;
  const ulong mrt_thread = mrt_item / 512;
  const ulong mrt_slot = mrt_item % 512;
  __global uint *mrt_tile = mrt_rows + mrt_thread * mrt_parts * 512 + mrt_slot;
  const uint mrt_from = mrt_inside ? (uint)((ulong)mrt_parts * mrt_sharer / mrt_sharers) : 0;
  const uint mrt_to = mrt_inside ? (uint)((ulong)mrt_parts * (mrt_sharer + 1) / mrt_sharers) : 0;
  uint mrt_sum = 0;
  const int mrt_few = mrt_parts <= mrt_sharers * 32;
  uint mrt_held[32];
  if (mrt_few)
  {
    #pragma unroll
    for (uint mrt_first = 0; mrt_first < 32; mrt_first += 8)
    {
      #pragma unroll
      for (uint mrt_at = mrt_first; mrt_at < mrt_first + 8; mrt_at++)
        mrt_held[mrt_at] = 0;

      if (mrt_first * mrt_sharers < mrt_parts)
      {
        #pragma unroll
        for (uint mrt_at = mrt_first; mrt_at < mrt_first + 8; mrt_at++)
          if (mrt_from + mrt_at < mrt_to)
            mrt_held[mrt_at] = mrt_tile[(ulong)(mrt_from + mrt_at) * 512];

      }
    }

    #pragma unroll
    for (uint mrt_at = 0; mrt_at < 32; mrt_at++)
      mrt_sum += mrt_held[mrt_at];

  }
  else
  {
    #pragma unroll 8
    for (uint mrt_part = mrt_from; mrt_part < mrt_to; mrt_part++)
      mrt_sum += mrt_tile[(ulong)mrt_part * 512];

  }
  mrt_sums[mrt_lane] = mrt_sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint mrt_before = mrt_inside ? count[mrt_thread][mrt_slot] : 0;
  for (uint mrt_at = mrt_lane % 32; mrt_at < mrt_lane; mrt_at += 32)
    mrt_before += mrt_sums[mrt_at];

  if (mrt_few)
  {
    #pragma unroll
    for (uint mrt_first = 0; mrt_first < 32; mrt_first += 8)
      if (mrt_first * mrt_sharers < mrt_parts)
      {
        #pragma unroll
        for (uint mrt_at = mrt_first; mrt_at < mrt_first + 8; mrt_at++)
        {
          if (mrt_from + mrt_at < mrt_to)
            mrt_tile[(ulong)(mrt_from + mrt_at) * 512] = mrt_before;
          mrt_before += mrt_held[mrt_at];
        }

      }

  }
  else
  {
    #pragma unroll 8
    for (uint mrt_part = mrt_from; mrt_part < mrt_to; mrt_part++)
    {
      const uint mrt_count = mrt_tile[(ulong)mrt_part * 512];
      mrt_tile[(ulong)mrt_part * 512] = mrt_before;
      mrt_before += mrt_count;
    }

  }
  if (mrt_inside && mrt_sharer == mrt_sharers - 1)
    mrt_last[mrt_item] = mrt_before;
}
__attribute__((reqd_work_group_size(256, 1, 1)))
__kernel void buckets_split_1_places(ulong share, ulong longer, __global int *key_base, long key_offset, int shift, __global int *by_bucket_base, long by_bucket_offset, __global int *begin_base, long begin_offset, __global int (*count_base)[512], long count_offset, ulong mrt_count0, __global uint *mrt_tiles, uint mrt_team, uint mrt_parts)
{
  __global int *key = (__global int *)((__global char *)key_base + key_offset);
  __global int *by_bucket = (__global int *)((__global char *)by_bucket_base + by_bucket_offset);
  __global int *begin = (__global int *)((__global char *)begin_base + begin_offset);
  __global int (*count)[512] = (__global int (*)[512])((__global char *)count_base + count_offset);
  __local long mrt_begins[257];
  volatile __local uint mrt_ahead;
  volatile __local uint mrt_filled;
  const uint mrt_lane = get_local_id(0);
  __global uint *mrt_rows = mrt_tiles + 32;
  __global uint *mrt_last = mrt_rows + (ulong)mrt_team * mrt_parts * 512;
  const uint mrt_half = get_num_groups(0) / 2;
  const uint mrt_order = get_group_id(0) >= mrt_half;
  const ulong mrt_total = (ulong)mrt_team * 512;
  ulong mrt_item = (get_group_id(0) - mrt_order * mrt_half) * 256 + mrt_lane;
  ulong mrt_base = mrt_item - mrt_lane + 256;
  long mrt_begin = LONG_MIN;
  long mrt_end = LONG_MIN;
  if (mrt_lane == 0)
  {
    mrt_begins[256] = LONG_MIN;
    mrt_ahead = UINT_MAX;
    mrt_filled = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (mrt_item < mrt_total)
  {
    const ulong mrt_thread = mrt_order ? mrt_item / 512 : mrt_item % mrt_team;
    const int mrt_slot = (int)(mrt_order ? mrt_item % 512 : mrt_item / mrt_team);
    const uint mrt_first = mrt_rows[mrt_thread * mrt_parts * 512 + mrt_slot];
    const uint mrt_after = mrt_last[mrt_thread * 512 + mrt_slot];
    if (mrt_first != mrt_after)
    {
      mrt_begin = (long)(0 + begin[mrt_slot]) + (int)mrt_first;
      mrt_filled = 1;
    }
    mrt_end = mrt_begin + (mrt_after - mrt_first);
  }
  mrt_begins[mrt_lane] = mrt_begin;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (; mrt_filled && mrt_base < mrt_total && mrt_ahead == UINT_MAX; mrt_base += 2048)
  {
    uint mrt_nearest = UINT_MAX;
    #pragma unroll
    for (uint mrt_step = 0; mrt_step < 8; mrt_step++)
    {
      mrt_item = min(mrt_base + 256 * mrt_step + mrt_lane, mrt_total - 1);
      const ulong mrt_thread = mrt_order ? mrt_item / 512 : mrt_item % mrt_team;
      const int mrt_slot = (int)(mrt_order ? mrt_item % 512 : mrt_item / mrt_team);
      const uint mrt_first = mrt_rows[mrt_thread * mrt_parts * 512 + mrt_slot];
      const uint mrt_after = mrt_last[mrt_thread * 512 + mrt_slot];
      if (mrt_first != mrt_after)
        mrt_nearest = min(mrt_nearest, (uint)(mrt_item - mrt_base));
    }

    barrier(CLK_LOCAL_MEM_FENCE);
    if (mrt_nearest != UINT_MAX)
      atomic_min(&mrt_ahead, mrt_nearest);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (mrt_ahead != UINT_MAX && mrt_lane == mrt_ahead % 256)
    {
      mrt_item = mrt_base + mrt_ahead;
      const ulong mrt_thread = mrt_order ? mrt_item / 512 : mrt_item % mrt_team;
      const int mrt_slot = (int)(mrt_order ? mrt_item % 512 : mrt_item / mrt_team);
      const uint mrt_first = mrt_rows[mrt_thread * mrt_parts * 512 + mrt_slot];
      const uint mrt_after = mrt_last[mrt_thread * 512 + mrt_slot];
      mrt_begins[256] = (long)(0 + begin[mrt_slot]) + (int)mrt_first;
    }
  }

  barrier(CLK_LOCAL_MEM_FENCE);
  if (mrt_begins[mrt_lane] != LONG_MIN)
  {
    uint mrt_next = mrt_lane + 1;
    while (mrt_next < 256 && mrt_begins[mrt_next] == LONG_MIN)
      mrt_next++;

    if (mrt_begins[mrt_next] != LONG_MIN && mrt_begins[mrt_next] < mrt_end)
      mrt_tiles[mrt_order] = 1;
  }
}
__attribute__((reqd_work_group_size(256, 1, 1)))
__kernel void buckets_split_1(ulong share, ulong longer, __global int *key_base, long key_offset, int shift, __global int *by_bucket_base, long by_bucket_offset, __global int *begin_base, long begin_offset, __global int (*count_base)[512], long count_offset, ulong mrt_count0, __global uint *mrt_tiles, uint mrt_team, uint mrt_parts)
{
  __global int *key = (__global int *)((__global char *)key_base + key_offset);
  __global int *by_bucket = (__global int *)((__global char *)by_bucket_base + by_bucket_offset);
  __global int *begin = (__global int *)((__global char *)begin_base + begin_offset);
  __global int (*count)[512] = (__global int (*)[512])((__global char *)count_base + count_offset);
  __local uint mrt_row[512];
  __local uint mrt_nexts[512];
  __local uint mrt_sums[512];
  __local uint mrt_long;
  __local ulong mrt_pool[4097];
  __local int * const mrt_values = (__local int *)mrt_pool;
  __local uint * const mrt_keys = (__local uint *)(mrt_values + 4096) + 1;
  const uint mrt_lane = get_local_id(0);
  __global uint *mrt_rows = mrt_tiles + 32;
  __global uint *mrt_last = mrt_rows + (ulong)mrt_team * mrt_parts * 512;
  if (!((mrt_tiles[0] == 0 || mrt_tiles[1] == 0) && mrt_tiles[2] == 0))
    return;
  const ulong mrt_thread = get_group_id(0) / mrt_parts;
  const ulong mrt_part = get_group_id(0) % mrt_parts;
  const ulong mrt_start = mrt_thread * share + (mrt_thread < longer ? mrt_thread : longer);
  const ulong mrt_length = share + (mrt_thread < longer);
  const ulong mrt_from = mrt_start + mrt_length * mrt_part / mrt_parts;
  const ulong mrt_to = mrt_start + mrt_length * (mrt_part + 1) / mrt_parts;
  __global uint *mrt_tile = mrt_rows + get_group_id(0) * 512;
  for (uint mrt_at = mrt_lane; mrt_at < 512; mrt_at += 256)
    mrt_row[mrt_at] = mrt_tile[mrt_at];

  for (uint mrt_at = mrt_lane; mrt_at < 512; mrt_at += 256)
    mrt_nexts[mrt_at] = 0;

  if (mrt_lane == 0)
  {
    mrt_keys[-1] = UINT_MAX;
    mrt_long = 0;
  }
  for (ulong mrt_base = mrt_from; mrt_base < mrt_to; mrt_base += 4096)
  {
    const uint mrt_length = (uint)min((ulong)4096, mrt_to - mrt_base);
    uint mrt_found[16];
    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll
    for (uint mrt_step = 0; mrt_step < 16; mrt_step++)
    {
      const ulong mrt_id0 = mrt_base + 256 * mrt_step + mrt_lane;
      mrt_found[mrt_step] = 0;
      if (256 * mrt_step + mrt_lane < mrt_length)
      {
        int i = (int)mrt_id0;
        int b;
        int thread = (int)mrt_thread;
        int me = thread;
        b = key[i] >> shift;
        mrt_values[256 * mrt_step + mrt_lane] = key[i];
        mrt_found[mrt_step] = (uint)b;
      }
    }

    #pragma unroll
    for (uint mrt_step = 0; mrt_step < 16; mrt_step++)
      if (256 * mrt_step + mrt_lane < mrt_length)
        atomic_inc(&mrt_nexts[mrt_found[mrt_step]]);

    barrier(CLK_LOCAL_MEM_FENCE);
    uint mrt_counted[2];
    uint mrt_sum = 0;
    #pragma unroll
    for (uint mrt_at = 0; mrt_at < 2; mrt_at++)
    {
      mrt_counted[mrt_at] = mrt_nexts[mrt_lane * 2 + mrt_at];
      mrt_sum += mrt_counted[mrt_at];
      if (mrt_counted[mrt_at] > 128)
        mrt_long = 1;
    }

    uint mrt_next = mrt_sum;
    uint mrt_half = 0;
    mrt_sums[mrt_lane] = mrt_next;
    #pragma unroll
    for (uint mrt_other = 1; mrt_other < 256; mrt_other *= 2)
    {
      barrier(CLK_LOCAL_MEM_FENCE);
      if (mrt_lane >= mrt_other)
        mrt_next += mrt_sums[mrt_half + mrt_lane - mrt_other];
      mrt_half ^= 256;
      mrt_sums[mrt_half + mrt_lane] = mrt_next;
    }

    mrt_next -= mrt_sum;
    #pragma unroll
    for (uint mrt_at = 0; mrt_at < 2; mrt_at++)
    {
      mrt_nexts[mrt_lane * 2 + mrt_at] = mrt_next;
      mrt_row[mrt_lane * 2 + mrt_at] -= mrt_next;
      mrt_next += mrt_counted[mrt_at];
    }

    if (mrt_lane == 0)
      mrt_keys[mrt_length] = UINT_MAX;
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint mrt_turn = mrt_long == 0 ? 256 : 32;
    if (mrt_long == 0)
    {
      #pragma unroll
      for (uint mrt_step = 0; mrt_step < 16; mrt_step++)
      {
        if (256 * mrt_step + mrt_lane < mrt_length)
          mrt_keys[atomic_inc(&mrt_nexts[mrt_found[mrt_step]])] = (mrt_found[mrt_step] << 16) | (256 * mrt_step + mrt_lane);
        barrier(CLK_LOCAL_MEM_FENCE);
      }

    }
    else
    {
      #pragma unroll
      for (uint mrt_step = 0; mrt_step < 16; mrt_step++)
        for (uint mrt_first = 0; mrt_first < 256; mrt_first += 32)
        {
          if (mrt_lane - mrt_first < 32 && 256 * mrt_step + mrt_lane < mrt_length)
            mrt_keys[atomic_inc(&mrt_nexts[mrt_found[mrt_step]])] = (mrt_found[mrt_step] << 16) | (256 * mrt_step + mrt_lane);
          barrier(CLK_LOCAL_MEM_FENCE);
        }


    }
    #pragma unroll 2
    for (uint mrt_at = mrt_lane; mrt_at < mrt_length; mrt_at += 256)
    {
      const uint mrt_key = mrt_keys[mrt_at];
      const int mrt_slot = (int)(mrt_key >> 16);
      uint mrt_before = mrt_row[mrt_slot] + mrt_at;
      for (int mrt_near = (int)mrt_at - 1; (mrt_keys[mrt_near] ^ mrt_key) < mrt_turn; mrt_near--)
        mrt_before -= mrt_keys[mrt_near] > mrt_key;

      for (int mrt_near = (int)mrt_at + 1; (mrt_keys[mrt_near] ^ mrt_key) < mrt_turn; mrt_near++)
        mrt_before += mrt_keys[mrt_near] < mrt_key;

      const int mrt_old = (int)mrt_before;
      by_bucket[begin[mrt_slot] + mrt_old] = mrt_values[mrt_key & 0xffff];
    }

    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll
    for (uint mrt_at = 0; mrt_at < 2; mrt_at++)
    {
      mrt_row[mrt_lane * 2 + mrt_at] += mrt_nexts[mrt_lane * 2 + mrt_at];
      mrt_nexts[mrt_lane * 2 + mrt_at] = 0;
    }

    if (mrt_lane == 0)
      mrt_long = 0;
  }

  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_at = mrt_lane; mrt_part + 1 == mrt_parts && mrt_at < 512; mrt_at += 256)
    atomic_xchg((volatile __global int *)(&count[mrt_thread][mrt_at]), (int)mrt_row[mrt_at]);

}
#else
__attribute__((reqd_work_group_size(32, 1, 1)))
__kernel void buckets_split_1_counts(ulong share, ulong longer, __global int *key_base, long key_offset, int shift, __global int *by_bucket_base, long by_bucket_offset, __global int *begin_base, long begin_offset, __global int (*count_base)[512], long count_offset, ulong mrt_count0, __global uint *mrt_tiles, uint mrt_team, uint mrt_parts)
{
  __global int *key = (__global int *)((__global char *)key_base + key_offset);
  __global int *by_bucket = (__global int *)((__global char *)by_bucket_base + by_bucket_offset);
  __global int *begin = (__global int *)((__global char *)begin_base + begin_offset);
  __global int (*count)[512] = (__global int (*)[512])((__global char *)count_base + count_offset);
  __local uint mrt_row[512];
  const uint mrt_lane = get_local_id(0);
  __global uint *mrt_rows = mrt_tiles + 32;
  __global uint *mrt_last = mrt_rows + (ulong)mrt_team * mrt_parts * 512;
  const ulong mrt_thread = get_group_id(0) / mrt_parts;
  const ulong mrt_part = get_group_id(0) % mrt_parts;
  const ulong mrt_start = mrt_thread * share + (mrt_thread < longer ? mrt_thread : longer);
  const ulong mrt_length = share + (mrt_thread < longer);
  const ulong mrt_from = mrt_start + mrt_length * mrt_part / mrt_parts;
  const ulong mrt_to = mrt_start + mrt_length * (mrt_part + 1) / mrt_parts;
  __global uint *mrt_tile = mrt_rows + get_group_id(0) * 512;
  for (uint mrt_at = mrt_lane; mrt_at < 512; mrt_at += 32)
    mrt_row[mrt_at] = 0;

  barrier(CLK_LOCAL_MEM_FENCE);
  for (ulong mrt_base = mrt_from; mrt_base < mrt_to; mrt_base += 256)
  {
    uint mrt_found[8];
    #pragma unroll
    for (uint mrt_step = 0; mrt_step < 8; mrt_step++)
    {
      const ulong mrt_id0 = mrt_base + 32 * mrt_step + mrt_lane;
      mrt_found[mrt_step] = 0;
      if (mrt_id0 < mrt_to)
      {
        int i = (int)mrt_id0;
        int b;
        int thread = (int)mrt_thread;
        int me = thread;
        b = key[i] >> shift;
        mrt_found[mrt_step] = (uint)b;
      }
    }

    #pragma unroll
    for (uint mrt_step = 0; mrt_step < 8; mrt_step++)
    {
      if (mrt_base + 32 * mrt_step + mrt_lane < mrt_to)
      {
        if (mrt_found[mrt_step] < 512)
          atomic_inc(&mrt_row[mrt_found[mrt_step]]);
        else
          mrt_tiles[2] = 1;
      }
    }

  }

  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_at = mrt_lane; mrt_at < 512; mrt_at += 32)
    mrt_tile[mrt_at] = mrt_row[mrt_at];

}
__attribute__((reqd_work_group_size(32, 1, 1)))
__kernel void buckets_split_1_sums(ulong share, ulong longer, __global int *key_base, long key_offset, int shift, __global int *by_bucket_base, long by_bucket_offset, __global int *begin_base, long begin_offset, __global int (*count_base)[512], long count_offset, ulong mrt_count0, __global uint *mrt_tiles, uint mrt_team, uint mrt_parts)
{
  __global int *key = (__global int *)((__global char *)key_base + key_offset);
  __global int *by_bucket = (__global int *)((__global char *)by_bucket_base + by_bucket_offset);
  __global int *begin = (__global int *)((__global char *)begin_base + begin_offset);
  __global int (*count)[512] = (__global int (*)[512])((__global char *)count_base + count_offset);
  __local uint mrt_sums[32];
  const uint mrt_lane = get_local_id(0);
  __global uint *mrt_rows = mrt_tiles + 32;
  __global uint *mrt_last = mrt_rows + (ulong)mrt_team * mrt_parts * 512;
  const uint mrt_sharers = 32 / 8;
  const uint mrt_sharer = mrt_lane / 8;
  const ulong mrt_item = get_group_id(0) * 8 + mrt_lane % 8;
  const int mrt_inside = mrt_item < (ulong)mrt_team * 512;
  const ulong mrt_thread = mrt_item / 512;
  const ulong mrt_slot = mrt_item % 512;
  __global uint *mrt_tile = mrt_rows + mrt_thread * mrt_parts * 512 + mrt_slot;
  const uint mrt_from = mrt_inside ? (uint)((ulong)mrt_parts * mrt_sharer / mrt_sharers) : 0;
  const uint mrt_to = mrt_inside ? (uint)((ulong)mrt_parts * (mrt_sharer + 1) / mrt_sharers) : 0;
  uint mrt_sum = 0;
  {
    #pragma unroll 8
    for (uint mrt_part = mrt_from; mrt_part < mrt_to; mrt_part++)
      mrt_sum += mrt_tile[(ulong)mrt_part * 512];

  }
  mrt_sums[mrt_lane] = mrt_sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint mrt_before = mrt_inside ? count[mrt_thread][mrt_slot] : 0;
  for (uint mrt_at = mrt_lane % 8; mrt_at < mrt_lane; mrt_at += 8)
    mrt_before += mrt_sums[mrt_at];

  {
    #pragma unroll 8
    for (uint mrt_part = mrt_from; mrt_part < mrt_to; mrt_part++)
    {
      const uint mrt_count = mrt_tile[(ulong)mrt_part * 512];
      mrt_tile[(ulong)mrt_part * 512] = mrt_before;
      mrt_before += mrt_count;
    }

  }
  if (mrt_inside && mrt_sharer == mrt_sharers - 1)
    mrt_last[mrt_item] = mrt_before;
}
__attribute__((reqd_work_group_size(32, 1, 1)))
__kernel void buckets_split_1_places(ulong share, ulong longer, __global int *key_base, long key_offset, int shift, __global int *by_bucket_base, long by_bucket_offset, __global int *begin_base, long begin_offset, __global int (*count_base)[512], long count_offset, ulong mrt_count0, __global uint *mrt_tiles, uint mrt_team, uint mrt_parts)
{
  __global int *key = (__global int *)((__global char *)key_base + key_offset);
  __global int *by_bucket = (__global int *)((__global char *)by_bucket_base + by_bucket_offset);
  __global int *begin = (__global int *)((__global char *)begin_base + begin_offset);
  __global int (*count)[512] = (__global int (*)[512])((__global char *)count_base + count_offset);
  __local long mrt_begins[33];
  volatile __local uint mrt_ahead;
  volatile __local uint mrt_filled;
  const uint mrt_lane = get_local_id(0);
  __global uint *mrt_rows = mrt_tiles + 32;
  __global uint *mrt_last = mrt_rows + (ulong)mrt_team * mrt_parts * 512;
  const uint mrt_half = get_num_groups(0) / 2;
  const uint mrt_order = get_group_id(0) >= mrt_half;
  const ulong mrt_total = (ulong)mrt_team * 512;
  ulong mrt_item = (get_group_id(0) - mrt_order * mrt_half) * 32 + mrt_lane;
  ulong mrt_base = mrt_item - mrt_lane + 32;
  long mrt_begin = LONG_MIN;
  long mrt_end = LONG_MIN;
  if (mrt_lane == 0)
  {
    mrt_begins[32] = LONG_MIN;
    mrt_ahead = UINT_MAX;
    mrt_filled = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (mrt_item < mrt_total)
  {
    const ulong mrt_thread = mrt_order ? mrt_item / 512 : mrt_item % mrt_team;
    const int mrt_slot = (int)(mrt_order ? mrt_item % 512 : mrt_item / mrt_team);
    const uint mrt_first = mrt_rows[mrt_thread * mrt_parts * 512 + mrt_slot];
    const uint mrt_after = mrt_last[mrt_thread * 512 + mrt_slot];
    if (mrt_first != mrt_after)
    {
      mrt_begin = (long)(0 + begin[mrt_slot]) + (int)mrt_first;
      mrt_filled = 1;
    }
    mrt_end = mrt_begin + (mrt_after - mrt_first);
  }
  mrt_begins[mrt_lane] = mrt_begin;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (; mrt_filled && mrt_base < mrt_total && mrt_ahead == UINT_MAX; mrt_base += 256)
  {
    uint mrt_nearest = UINT_MAX;
    #pragma unroll
    for (uint mrt_step = 0; mrt_step < 8; mrt_step++)
    {
      mrt_item = min(mrt_base + 32 * mrt_step + mrt_lane, mrt_total - 1);
      const ulong mrt_thread = mrt_order ? mrt_item / 512 : mrt_item % mrt_team;
      const int mrt_slot = (int)(mrt_order ? mrt_item % 512 : mrt_item / mrt_team);
      const uint mrt_first = mrt_rows[mrt_thread * mrt_parts * 512 + mrt_slot];
      const uint mrt_after = mrt_last[mrt_thread * 512 + mrt_slot];
      if (mrt_first != mrt_after)
        mrt_nearest = min(mrt_nearest, (uint)(mrt_item - mrt_base));
    }

    barrier(CLK_LOCAL_MEM_FENCE);
    if (mrt_nearest != UINT_MAX)
      atomic_min(&mrt_ahead, mrt_nearest);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (mrt_ahead != UINT_MAX && mrt_lane == mrt_ahead % 32)
    {
      mrt_item = mrt_base + mrt_ahead;
      const ulong mrt_thread = mrt_order ? mrt_item / 512 : mrt_item % mrt_team;
      const int mrt_slot = (int)(mrt_order ? mrt_item % 512 : mrt_item / mrt_team);
      const uint mrt_first = mrt_rows[mrt_thread * mrt_parts * 512 + mrt_slot];
      const uint mrt_after = mrt_last[mrt_thread * 512 + mrt_slot];
      mrt_begins[32] = (long)(0 + begin[mrt_slot]) + (int)mrt_first;
    }
  }

  barrier(CLK_LOCAL_MEM_FENCE);
  if (mrt_begins[mrt_lane] != LONG_MIN)
  {
    uint mrt_next = mrt_lane + 1;
    while (mrt_next < 32 && mrt_begins[mrt_next] == LONG_MIN)
      mrt_next++;

    if (mrt_begins[mrt_next] != LONG_MIN && mrt_begins[mrt_next] < mrt_end)
      mrt_tiles[mrt_order] = 1;
  }
}
__attribute__((reqd_work_group_size(32, 1, 1)))
__kernel void buckets_split_1(ulong share, ulong longer, __global int *key_base, long key_offset, int shift, __global int *by_bucket_base, long by_bucket_offset, __global int *begin_base, long begin_offset, __global int (*count_base)[512], long count_offset, ulong mrt_count0, __global uint *mrt_tiles, uint mrt_team, uint mrt_parts)
{
  __global int *key = (__global int *)((__global char *)key_base + key_offset);
  __global int *by_bucket = (__global int *)((__global char *)by_bucket_base + by_bucket_offset);
  __global int *begin = (__global int *)((__global char *)begin_base + begin_offset);
  __global int (*count)[512] = (__global int (*)[512])((__global char *)count_base + count_offset);
  __local uint mrt_row[512];
  __local uint mrt_marks[512];
  __local ushort mrt_slots[256];
  const uint mrt_lane = get_local_id(0);
  __global uint *mrt_rows = mrt_tiles + 32;
  __global uint *mrt_last = mrt_rows + (ulong)mrt_team * mrt_parts * 512;
  if (!((mrt_tiles[0] == 0 || mrt_tiles[1] == 0) && mrt_tiles[2] == 0))
    return;
  const ulong mrt_thread = get_group_id(0) / mrt_parts;
  const ulong mrt_part = get_group_id(0) % mrt_parts;
  const ulong mrt_start = mrt_thread * share + (mrt_thread < longer ? mrt_thread : longer);
  const ulong mrt_length = share + (mrt_thread < longer);
  const ulong mrt_from = mrt_start + mrt_length * mrt_part / mrt_parts;
  const ulong mrt_to = mrt_start + mrt_length * (mrt_part + 1) / mrt_parts;
  __global uint *mrt_tile = mrt_rows + get_group_id(0) * 512;
  for (uint mrt_at = mrt_lane; mrt_at < 512; mrt_at += 32)
    mrt_row[mrt_at] = mrt_tile[mrt_at];

  for (uint mrt_at = mrt_lane; mrt_at < 512; mrt_at += 32)
    mrt_marks[mrt_at] = 0;

  barrier(CLK_LOCAL_MEM_FENCE);
  for (ulong mrt_base = mrt_from; mrt_base < mrt_to; mrt_base += 256)
  {
    uint mrt_found[8];
    #pragma unroll
    for (uint mrt_step = 0; mrt_step < 8; mrt_step++)
    {
      const ulong mrt_id0 = mrt_base + 32 * mrt_step + mrt_lane;
      mrt_found[mrt_step] = 0;
      if (mrt_id0 < mrt_to)
      {
        int i = (int)mrt_id0;
        int b;
        int thread = (int)mrt_thread;
        int me = thread;
        b = key[i] >> shift;
        mrt_found[mrt_step] = (uint)b;
      }
    }

    #pragma unroll
    for (uint mrt_step = 0; mrt_step < 8; mrt_step++)
      mrt_slots[mrt_step * 32 + mrt_lane] = mrt_found[mrt_step];

    #pragma unroll 1
    for (uint mrt_step = 0; mrt_step < 8; mrt_step++)
    {
      const ulong mrt_id0 = mrt_base + 32 * mrt_step + mrt_lane;
      const int mrt_inside = mrt_id0 < mrt_to;
      const uint mrt_slot = mrt_inside ? mrt_slots[mrt_step * 32 + mrt_lane] : 0;
      const uint mrt_word = mrt_lane / 32;
      const uint mrt_bit = 1u << (mrt_lane % 32);
      __local uint *mrt_own = &mrt_marks[mrt_word * 512 + mrt_slot];
      if (mrt_inside)
        atomic_or(mrt_own, mrt_bit);
      barrier(CLK_LOCAL_MEM_FENCE);
      const uint mrt_mark = *mrt_own;
      const uint mrt_lower = mrt_mark & (mrt_bit - 1);
      uint mrt_before = mrt_row[mrt_slot] + popcount(mrt_lower);
      for (uint mrt_other = 0; mrt_other < mrt_word; mrt_other++)
        mrt_before += popcount(mrt_marks[mrt_other * 512 + mrt_slot]);

      barrier(CLK_LOCAL_MEM_FENCE);
      if (mrt_inside && mrt_lower == 0)
      {
        atomic_add(&mrt_row[mrt_slot], popcount(mrt_mark));
        *mrt_own = 0;
      }
      if (mrt_inside)
      {
        const int mrt_old = (int)mrt_before;
        int i = (int)mrt_id0;
        int b;
        int thread = (int)mrt_thread;
        int me = thread;
        b = key[i] >> shift;
        by_bucket[begin[b] + mrt_old] = key[i];
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }

  }

  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_at = mrt_lane; mrt_part + 1 == mrt_parts && mrt_at < 512; mrt_at += 32)
    atomic_xchg((volatile __global int *)(&count[mrt_thread][mrt_at]), (int)mrt_row[mrt_at]);

}
#endif

/* buckets.c:41:9 */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(256, 1, 1)))
__kernel void buckets_split_pairs_1_counts(ulong share, ulong longer, __global struct pair *by_pair_base, long by_pair_offset, __global int *begin_base, long begin_offset, __global int *key_base, long key_offset, __global int (*count_base)[512], long count_offset, __global struct pair *pairs_base, long pairs_offset, ulong mrt_count0, __global uint *mrt_tiles, uint mrt_team, uint mrt_parts)
{
  __global struct pair *by_pair = (__global struct pair *)((__global char *)by_pair_base + by_pair_offset);
  __global int *begin = (__global int *)((__global char *)begin_base + begin_offset);
  __global int *key = (__global int *)((__global char *)key_base + key_offset);
  __global int (*count)[512] = (__global int (*)[512])((__global char *)count_base + count_offset);
  __global struct pair *pairs = (__global struct pair *)((__global char *)pairs_base + pairs_offset);
  __local uint mrt_row[512];
  const uint mrt_lane = get_local_id(0);
  __global uint *mrt_rows = mrt_tiles + 32;
  __global uint *mrt_last = mrt_rows + (ulong)mrt_team * mrt_parts * 512;
  const ulong mrt_thread = get_group_id(0) / mrt_parts;
  const ulong mrt_part = get_group_id(0) % mrt_parts;
  const ulong mrt_start = mrt_thread * share + (mrt_thread < longer ? mrt_thread : longer);
  const ulong mrt_length = share + (mrt_thread < longer);
  const ulong mrt_from = mrt_start + mrt_length * mrt_part / mrt_parts;
  const ulong mrt_to = mrt_start + mrt_length * (mrt_part + 1) / mrt_parts;
  __global uint *mrt_tile = mrt_rows + get_group_id(0) * 512;
  for (uint mrt_at = mrt_lane; mrt_at < 512; mrt_at += 256)
    mrt_row[mrt_at] = 0;

  barrier(CLK_LOCAL_MEM_FENCE);
  for (ulong mrt_base = mrt_from; mrt_base < mrt_to; mrt_base += 2048)
  {
    uint mrt_found[8];
    #pragma unroll
    for (uint mrt_step = 0; mrt_step < 8; mrt_step++)
    {
      const ulong mrt_id0 = mrt_base + 256 * mrt_step + mrt_lane;
      mrt_found[mrt_step] = 0;
      if (mrt_id0 < mrt_to)
      {
        int i = (int)mrt_id0;
        int thread = (int)mrt_thread;
        int me = thread;
        mrt_found[mrt_step] = (uint)(key[i] % 512);
      }
    }

    #pragma unroll
    for (uint mrt_step = 0; mrt_step < 8; mrt_step++)
    {
      if (mrt_base + 256 * mrt_step + mrt_lane < mrt_to)
      {
        if (mrt_found[mrt_step] < 512)
          atomic_inc(&mrt_row[mrt_found[mrt_step]]);
        else
          mrt_tiles[2] = 1;
      }
    }

  }

  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_at = mrt_lane; mrt_at < 512; mrt_at += 256)
    mrt_tile[mrt_at] = mrt_row[mrt_at];

}
__attribute__((reqd_work_group_size(MRT_SUMMING, 1, 1)))
__kernel void buckets_split_pairs_1_sums(ulong share, ulong longer, __global struct pair *by_pair_base, long by_pair_offset, __global int *begin_base, long begin_offset, __global int *key_base, long key_offset, __global int (*count_base)[512], long count_offset, __global struct pair *pairs_base, long pairs_offset, ulong mrt_count0, __global uint *mrt_tiles, uint mrt_team, uint mrt_parts)
{
  __global struct pair *by_pair = (__global struct pair *)((__global char *)by_pair_base + by_pair_offset);
  __global int *begin = (__global int *)((__global char *)begin_base + begin_offset);
  __global int *key = (__global int *)((__global char *)key_base + key_offset);
  __global int (*count)[512] = (__global int (*)[512])((__global char *)count_base + count_offset);
  __global struct pair *pairs = (__global struct pair *)((__global char *)pairs_base + pairs_offset);
  __local uint mrt_sums[MRT_SUMMING];
  const uint mrt_lane = get_local_id(0);
  __global uint *mrt_rows = mrt_tiles + 32;
  __global uint *mrt_last = mrt_rows + (ulong)mrt_team * mrt_parts * 512;
  const uint mrt_sharers = MRT_SUMMING / 32;
  const uint mrt_sharer = mrt_lane / 32;
  const ulong mrt_item = get_group_id(0) * 32 + mrt_lane % 32;
  const int mrt_inside = mrt_item < (ulong)mrt_team * 512;
  const ulong mrt_thread = mrt_item / 512;
  const ulong mrt_slot = mrt_item % 512;
  __global uint *mrt_tile = mrt_rows + mrt_thread * mrt_parts * 512 + mrt_slot;
  const uint mrt_from = mrt_inside ? (uint)((ulong)mrt_parts * mrt_sharer / mrt_sharers) : 0;
  const uint mrt_to = mrt_inside ? (uint)((ulong)mrt_parts * (mrt_sharer + 1) / mrt_sharers) : 0;
  uint mrt_sum = 0;
  const int mrt_few = mrt_parts <= mrt_sharers * 32;
  uint mrt_held[32];
  if (mrt_few)
  {
    #pragma unroll
    for (uint mrt_first = 0; mrt_first < 32; mrt_first += 8)
    {
      #pragma unroll
      for (uint mrt_at = mrt_first; mrt_at < mrt_first + 8; mrt_at++)
        mrt_held[mrt_at] = 0;

      if (mrt_first * mrt_sharers < mrt_parts)
      {
        #pragma unroll
        for (uint mrt_at = mrt_first; mrt_at < mrt_first + 8; mrt_at++)
          if (mrt_from + mrt_at < mrt_to)
            mrt_held[mrt_at] = mrt_tile[(ulong)(mrt_from + mrt_at) * 512];

      }
    }

    #pragma unroll
    for (uint mrt_at = 0; mrt_at < 32; mrt_at++)
      mrt_sum += mrt_held[mrt_at];

  }
  else
  {
    #pragma unroll 8
    for (uint mrt_part = mrt_from; mrt_part < mrt_to; mrt_part++)
      mrt_sum += mrt_tile[(ulong)mrt_part * 512];

  }
  mrt_sums[mrt_lane] = mrt_sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint mrt_before = mrt_inside ? count[mrt_thread][mrt_slot] : 0;
  for (uint mrt_at = mrt_lane % 32; mrt_at < mrt_lane; mrt_at += 32)
    mrt_before += mrt_sums[mrt_at];

  if (mrt_few)
  {
    #pragma unroll
    for (uint mrt_first = 0; mrt_first < 32; mrt_first += 8)
      if (mrt_first * mrt_sharers < mrt_parts)
      {
        #pragma unroll
        for (uint mrt_at = mrt_first; mrt_at < mrt_first + 8; mrt_at++)
        {
          if (mrt_from + mrt_at < mrt_to)
            mrt_tile[(ulong)(mrt_from + mrt_at) * 512] = mrt_before;
          mrt_before += mrt_held[mrt_at];
        }

      }

  }
  else
  {
    #pragma unroll 8
    for (uint mrt_part = mrt_from; mrt_part < mrt_to; mrt_part++)
    {
      const uint mrt_count = mrt_tile[(ulong)mrt_part * 512];
      mrt_tile[(ulong)mrt_part * 512] = mrt_before;
      mrt_before += mrt_count;
    }

  }
  if (mrt_inside && mrt_sharer == mrt_sharers - 1)
    mrt_last[mrt_item] = mrt_before;
}
__attribute__((reqd_work_group_size(256, 1, 1)))
__kernel void buckets_split_pairs_1_places(ulong share, ulong longer, __global struct pair *by_pair_base, long by_pair_offset, __global int *begin_base, long begin_offset, __global int *key_base, long key_offset, __global int (*count_base)[512], long count_offset, __global struct pair *pairs_base, long pairs_offset, ulong mrt_count0, __global uint *mrt_tiles, uint mrt_team, uint mrt_parts)
{
  __global struct pair *by_pair = (__global struct pair *)((__global char *)by_pair_base + by_pair_offset);
  __global int *begin = (__global int *)((__global char *)begin_base + begin_offset);
  __global int *key = (__global int *)((__global char *)key_base + key_offset);
  __global int (*count)[512] = (__global int (*)[512])((__global char *)count_base + count_offset);
  __global struct pair *pairs = (__global struct pair *)((__global char *)pairs_base + pairs_offset);
  __local long mrt_begins[257];
  volatile __local uint mrt_ahead;
  volatile __local uint mrt_filled;
  const uint mrt_lane = get_local_id(0);
  __global uint *mrt_rows = mrt_tiles + 32;
  __global uint *mrt_last = mrt_rows + (ulong)mrt_team * mrt_parts * 512;
  const uint mrt_half = get_num_groups(0) / 2;
  const uint mrt_order = get_group_id(0) >= mrt_half;
  const ulong mrt_total = (ulong)mrt_team * 512;
  ulong mrt_item = (get_group_id(0) - mrt_order * mrt_half) * 256 + mrt_lane;
  ulong mrt_base = mrt_item - mrt_lane + 256;
  long mrt_begin = LONG_MIN;
  long mrt_end = LONG_MIN;
  if (mrt_lane == 0)
  {
    mrt_begins[256] = LONG_MIN;
    mrt_ahead = UINT_MAX;
    mrt_filled = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (mrt_item < mrt_total)
  {
    const ulong mrt_thread = mrt_order ? mrt_item / 512 : mrt_item % mrt_team;
    const int mrt_slot = (int)(mrt_order ? mrt_item % 512 : mrt_item / mrt_team);
    const uint mrt_first = mrt_rows[mrt_thread * mrt_parts * 512 + mrt_slot];
    const uint mrt_after = mrt_last[mrt_thread * 512 + mrt_slot];
    if (mrt_first != mrt_after)
    {
      mrt_begin = (long)(0 + begin[mrt_slot]) + (int)mrt_first;
      mrt_filled = 1;
    }
    mrt_end = mrt_begin + (mrt_after - mrt_first);
  }
  mrt_begins[mrt_lane] = mrt_begin;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (; mrt_filled && mrt_base < mrt_total && mrt_ahead == UINT_MAX; mrt_base += 2048)
  {
    uint mrt_nearest = UINT_MAX;
    #pragma unroll
    for (uint mrt_step = 0; mrt_step < 8; mrt_step++)
    {
      mrt_item = min(mrt_base + 256 * mrt_step + mrt_lane, mrt_total - 1);
      const ulong mrt_thread = mrt_order ? mrt_item / 512 : mrt_item % mrt_team;
      const int mrt_slot = (int)(mrt_order ? mrt_item % 512 : mrt_item / mrt_team);
      const uint mrt_first = mrt_rows[mrt_thread * mrt_parts * 512 + mrt_slot];
      const uint mrt_after = mrt_last[mrt_thread * 512 + mrt_slot];
      if (mrt_first != mrt_after)
        mrt_nearest = min(mrt_nearest, (uint)(mrt_item - mrt_base));
    }

    barrier(CLK_LOCAL_MEM_FENCE);
    if (mrt_nearest != UINT_MAX)
      atomic_min(&mrt_ahead, mrt_nearest);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (mrt_ahead != UINT_MAX && mrt_lane == mrt_ahead % 256)
    {
      mrt_item = mrt_base + mrt_ahead;
      const ulong mrt_thread = mrt_order ? mrt_item / 512 : mrt_item % mrt_team;
      const int mrt_slot = (int)(mrt_order ? mrt_item % 512 : mrt_item / mrt_team);
      const uint mrt_first = mrt_rows[mrt_thread * mrt_parts * 512 + mrt_slot];
      const uint mrt_after = mrt_last[mrt_thread * 512 + mrt_slot];
      mrt_begins[256] = (long)(0 + begin[mrt_slot]) + (int)mrt_first;
    }
  }

  barrier(CLK_LOCAL_MEM_FENCE);
  if (mrt_begins[mrt_lane] != LONG_MIN)
  {
    uint mrt_next = mrt_lane + 1;
    while (mrt_next < 256 && mrt_begins[mrt_next] == LONG_MIN)
      mrt_next++;

    if (mrt_begins[mrt_next] != LONG_MIN && mrt_begins[mrt_next] < mrt_end)
      mrt_tiles[mrt_order] = 1;
  }
}
__attribute__((reqd_work_group_size(256, 1, 1)))
__kernel void buckets_split_pairs_1(ulong share, ulong longer, __global struct pair *by_pair_base, long by_pair_offset, __global int *begin_base, long begin_offset, __global int *key_base, long key_offset, __global int (*count_base)[512], long count_offset, __global struct pair *pairs_base, long pairs_offset, ulong mrt_count0, __global uint *mrt_tiles, uint mrt_team, uint mrt_parts)
{
  __global struct pair *by_pair = (__global struct pair *)((__global char *)by_pair_base + by_pair_offset);
  __global int *begin = (__global int *)((__global char *)begin_base + begin_offset);
  __global int *key = (__global int *)((__global char *)key_base + key_offset);
  __global int (*count)[512] = (__global int (*)[512])((__global char *)count_base + count_offset);
  __global struct pair *pairs = (__global struct pair *)((__global char *)pairs_base + pairs_offset);
  __local uint mrt_row[512];
  __local uint mrt_marks[4096];
  __local ushort mrt_slots[2048];
  const uint mrt_lane = get_local_id(0);
  __global uint *mrt_rows = mrt_tiles + 32;
  __global uint *mrt_last = mrt_rows + (ulong)mrt_team * mrt_parts * 512;
  if (!((mrt_tiles[0] == 0 || mrt_tiles[1] == 0) && mrt_tiles[2] == 0))
    return;
  const ulong mrt_thread = get_group_id(0) / mrt_parts;
  const ulong mrt_part = get_group_id(0) % mrt_parts;
  const ulong mrt_start = mrt_thread * share + (mrt_thread < longer ? mrt_thread : longer);
  const ulong mrt_length = share + (mrt_thread < longer);
  const ulong mrt_from = mrt_start + mrt_length * mrt_part / mrt_parts;
  const ulong mrt_to = mrt_start + mrt_length * (mrt_part + 1) / mrt_parts;
  __global uint *mrt_tile = mrt_rows + get_group_id(0) * 512;
  for (uint mrt_at = mrt_lane; mrt_at < 512; mrt_at += 256)
    mrt_row[mrt_at] = mrt_tile[mrt_at];

  for (uint mrt_at = mrt_lane; mrt_at < 4096; mrt_at += 256)
    mrt_marks[mrt_at] = 0;

  barrier(CLK_LOCAL_MEM_FENCE);
  for (ulong mrt_base = mrt_from; mrt_base < mrt_to; mrt_base += 2048)
  {
    uint mrt_found[8];
    #pragma unroll
    for (uint mrt_step = 0; mrt_step < 8; mrt_step++)
    {
      const ulong mrt_id0 = mrt_base + 256 * mrt_step + mrt_lane;
      mrt_found[mrt_step] = 0;
      if (mrt_id0 < mrt_to)
      {
        int i = (int)mrt_id0;
        int thread = (int)mrt_thread;
        int me = thread;
        mrt_found[mrt_step] = (uint)(key[i] % 512);
      }
    }

    #pragma unroll
    for (uint mrt_step = 0; mrt_step < 8; mrt_step++)
      mrt_slots[mrt_step * 256 + mrt_lane] = mrt_found[mrt_step];

    #pragma unroll 1
    for (uint mrt_step = 0; mrt_step < 8; mrt_step++)
    {
      const ulong mrt_id0 = mrt_base + 256 * mrt_step + mrt_lane;
      const int mrt_inside = mrt_id0 < mrt_to;
      const uint mrt_slot = mrt_inside ? mrt_slots[mrt_step * 256 + mrt_lane] : 0;
      const uint mrt_word = mrt_lane / 32;
      const uint mrt_bit = 1u << (mrt_lane % 32);
      __local uint *mrt_own = &mrt_marks[mrt_word * 512 + mrt_slot];
      if (mrt_inside)
        atomic_or(mrt_own, mrt_bit);
      barrier(CLK_LOCAL_MEM_FENCE);
      const uint mrt_mark = *mrt_own;
      const uint mrt_lower = mrt_mark & (mrt_bit - 1);
      uint mrt_before = mrt_row[mrt_slot] + popcount(mrt_lower);
      for (uint mrt_other = 0; mrt_other < mrt_word; mrt_other++)
        mrt_before += popcount(mrt_marks[mrt_other * 512 + mrt_slot]);

      barrier(CLK_LOCAL_MEM_FENCE);
      if (mrt_inside && mrt_lower == 0)
      {
        atomic_add(&mrt_row[mrt_slot], popcount(mrt_mark));
        *mrt_own = 0;
      }
      if (mrt_inside)
      {
        const int mrt_old = (int)mrt_before;
        int i = (int)mrt_id0;
        int thread = (int)mrt_thread;
        int me = thread;
        by_pair[begin[key[i] % 512] + mrt_old] = pairs[i];
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }

  }

  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_at = mrt_lane; mrt_part + 1 == mrt_parts && mrt_at < 512; mrt_at += 256)
    atomic_xchg((volatile __global int *)(&count[mrt_thread][mrt_at]), (int)mrt_row[mrt_at]);

}
#else
__attribute__((reqd_work_group_size(32, 1, 1)))
__kernel void buckets_split_pairs_1_counts(ulong share, ulong longer, __global struct pair *by_pair_base, long by_pair_offset, __global int *begin_base, long begin_offset, __global int *key_base, long key_offset, __global int (*count_base)[512], long count_offset, __global struct pair *pairs_base, long pairs_offset, ulong mrt_count0, __global uint *mrt_tiles, uint mrt_team, uint mrt_parts)
{
  __global struct pair *by_pair = (__global struct pair *)((__global char *)by_pair_base + by_pair_offset);
  __global int *begin = (__global int *)((__global char *)begin_base + begin_offset);
  __global int *key = (__global int *)((__global char *)key_base + key_offset);
  __global int (*count)[512] = (__global int (*)[512])((__global char *)count_base + count_offset);
  __global struct pair *pairs = (__global struct pair *)((__global char *)pairs_base + pairs_offset);
  __local uint mrt_row[512];
  const uint mrt_lane = get_local_id(0);
  __global uint *mrt_rows = mrt_tiles + 32;
  __global uint *mrt_last = mrt_rows + (ulong)mrt_team * mrt_parts * 512;
  const ulong mrt_thread = get_group_id(0) / mrt_parts;
  const ulong mrt_part = get_group_id(0) % mrt_parts;
  const ulong mrt_start = mrt_thread * share + (mrt_thread < longer ? mrt_thread : longer);
  const ulong mrt_length = share + (mrt_thread < longer);
  const ulong mrt_from = mrt_start + mrt_length * mrt_part / mrt_parts;
  const ulong mrt_to = mrt_start + mrt_length * (mrt_part + 1) / mrt_parts;
  __global uint *mrt_tile = mrt_rows + get_group_id(0) * 512;
  for (uint mrt_at = mrt_lane; mrt_at < 512; mrt_at += 32)
    mrt_row[mrt_at] = 0;

  barrier(CLK_LOCAL_MEM_FENCE);
  for (ulong mrt_base = mrt_from; mrt_base < mrt_to; mrt_base += 256)
  {
    uint mrt_found[8];
    #pragma unroll
    for (uint mrt_step = 0; mrt_step < 8; mrt_step++)
    {
      const ulong mrt_id0 = mrt_base + 32 * mrt_step + mrt_lane;
      mrt_found[mrt_step] = 0;
      if (mrt_id0 < mrt_to)
      {
        int i = (int)mrt_id0;
        int thread = (int)mrt_thread;
        int me = thread;
        mrt_found[mrt_step] = (uint)(key[i] % 512);
      }
    }

    #pragma unroll
    for (uint mrt_step = 0; mrt_step < 8; mrt_step++)
    {
      if (mrt_base + 32 * mrt_step + mrt_lane < mrt_to)
      {
        if (mrt_found[mrt_step] < 512)
          atomic_inc(&mrt_row[mrt_found[mrt_step]]);
        else
          mrt_tiles[2] = 1;
      }
    }

  }

  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_at = mrt_lane; mrt_at < 512; mrt_at += 32)
    mrt_tile[mrt_at] = mrt_row[mrt_at];

}
__attribute__((reqd_work_group_size(32, 1, 1)))
__kernel void buckets_split_pairs_1_sums(ulong share, ulong longer, __global struct pair *by_pair_base, long by_pair_offset, __global int *begin_base, long begin_offset, __global int *key_base, long key_offset, __global int (*count_base)[512], long count_offset, __global struct pair *pairs_base, long pairs_offset, ulong mrt_count0, __global uint *mrt_tiles, uint mrt_team, uint mrt_parts)
{
  __global struct pair *by_pair = (__global struct pair *)((__global char *)by_pair_base + by_pair_offset);
  __global int *begin = (__global int *)((__global char *)begin_base + begin_offset);
  __global int *key = (__global int *)((__global char *)key_base + key_offset);
  __global int (*count)[512] = (__global int (*)[512])((__global char *)count_base + count_offset);
  __global struct pair *pairs = (__global struct pair *)((__global char *)pairs_base + pairs_offset);
  __local uint mrt_sums[32];
  const uint mrt_lane = get_local_id(0);
  __global uint *mrt_rows = mrt_tiles + 32;
  __global uint *mrt_last = mrt_rows + (ulong)mrt_team * mrt_parts * 512;
  const uint mrt_sharers = 32 / 8;
  const uint mrt_sharer = mrt_lane / 8;
  const ulong mrt_item = get_group_id(0) * 8 + mrt_lane % 8;
  const int mrt_inside = mrt_item < (ulong)mrt_team * 512;
  const ulong mrt_thread = mrt_item / 512;
  const ulong mrt_slot = mrt_item % 512;
  __global uint *mrt_tile = mrt_rows + mrt_thread * mrt_parts * 512 + mrt_slot;
  const uint mrt_from = mrt_inside ? (uint)((ulong)mrt_parts * mrt_sharer / mrt_sharers) : 0;
  const uint mrt_to = mrt_inside ? (uint)((ulong)mrt_parts * (mrt_sharer + 1) / mrt_sharers) : 0;
  uint mrt_sum = 0;
  {
    #pragma unroll 8
    for (uint mrt_part = mrt_from; mrt_part < mrt_to; mrt_part++)
      mrt_sum += mrt_tile[(ulong)mrt_part * 512];

  }
  mrt_sums[mrt_lane] = mrt_sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint mrt_before = mrt_inside ? count[mrt_thread][mrt_slot] : 0;
  for (uint mrt_at = mrt_lane % 8; mrt_at < mrt_lane; mrt_at += 8)
    mrt_before += mrt_sums[mrt_at];

  {
    #pragma unroll 8
    for (uint mrt_part = mrt_from; mrt_part < mrt_to; mrt_part++)
    {
      const uint mrt_count = mrt_tile[(ulong)mrt_part * 512];
      mrt_tile[(ulong)mrt_part * 512] = mrt_before;
      mrt_before += mrt_count;
    }

  }
  if (mrt_inside && mrt_sharer == mrt_sharers - 1)
    mrt_last[mrt_item] = mrt_before;
}
__attribute__((reqd_work_group_size(32, 1, 1)))
__kernel void buckets_split_pairs_1_places(ulong share, ulong longer, __global struct pair *by_pair_base, long by_pair_offset, __global int *begin_base, long begin_offset, __global int *key_base, long key_offset, __global int (*count_base)[512], long count_offset, __global struct pair *pairs_base, long pairs_offset, ulong mrt_count0, __global uint *mrt_tiles, uint mrt_team, uint mrt_parts)
{
  __global struct pair *by_pair = (__global struct pair *)((__global char *)by_pair_base + by_pair_offset);
  __global int *begin = (__global int *)((__global char *)begin_base + begin_offset);
  __global int *key = (__global int *)((__global char *)key_base + key_offset);
  __global int (*count)[512] = (__global int (*)[512])((__global char *)count_base + count_offset);
  __global struct pair *pairs = (__global struct pair *)((__global char *)pairs_base + pairs_offset);
  __local long mrt_begins[33];
  volatile __local uint mrt_ahead;
  volatile __local uint mrt_filled;
  const uint mrt_lane = get_local_id(0);
  __global uint *mrt_rows = mrt_tiles + 32;
  __global uint *mrt_last = mrt_rows + (ulong)mrt_team * mrt_parts * 512;
  const uint mrt_half = get_num_groups(0) / 2;
  const uint mrt_order = get_group_id(0) >= mrt_half;
  const ulong mrt_total = (ulong)mrt_team * 512;
  ulong mrt_item = (get_group_id(0) - mrt_order * mrt_half) * 32 + mrt_lane;
  ulong mrt_base = mrt_item - mrt_lane + 32;
  long mrt_begin = LONG_MIN;
  long mrt_end = LONG_MIN;
  if (mrt_lane == 0)
  {
    mrt_begins[32] = LONG_MIN;
    mrt_ahead = UINT_MAX;
    mrt_filled = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (mrt_item < mrt_total)
  {
    const ulong mrt_thread = mrt_order ? mrt_item / 512 : mrt_item % mrt_team;
    const int mrt_slot = (int)(mrt_order ? mrt_item % 512 : mrt_item / mrt_team);
    const uint mrt_first = mrt_rows[mrt_thread * mrt_parts * 512 + mrt_slot];
    const uint mrt_after = mrt_last[mrt_thread * 512 + mrt_slot];
    if (mrt_first != mrt_after)
    {
      mrt_begin = (long)(0 + begin[mrt_slot]) + (int)mrt_first;
      mrt_filled = 1;
    }
    mrt_end = mrt_begin + (mrt_after - mrt_first);
  }
  mrt_begins[mrt_lane] = mrt_begin;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (; mrt_filled && mrt_base < mrt_total && mrt_ahead == UINT_MAX; mrt_base += 256)
  {
    uint mrt_nearest = UINT_MAX;
    #pragma unroll
    for (uint mrt_step = 0; mrt_step < 8; mrt_step++)
    {
      mrt_item = min(mrt_base + 32 * mrt_step + mrt_lane, mrt_total - 1);
      const ulong mrt_thread = mrt_order ? mrt_item / 512 : mrt_item % mrt_team;
      const int mrt_slot = (int)(mrt_order ? mrt_item % 512 : mrt_item / mrt_team);
      const uint mrt_first = mrt_rows[mrt_thread * mrt_parts * 512 + mrt_slot];
      const uint mrt_after = mrt_last[mrt_thread * 512 + mrt_slot];
      if (mrt_first != mrt_after)
        mrt_nearest = min(mrt_nearest, (uint)(mrt_item - mrt_base));
    }

    barrier(CLK_LOCAL_MEM_FENCE);
    if (mrt_nearest != UINT_MAX)
      atomic_min(&mrt_ahead, mrt_nearest);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (mrt_ahead != UINT_MAX && mrt_lane == mrt_ahead % 32)
    {
      mrt_item = mrt_base + mrt_ahead;
      const ulong mrt_thread = mrt_order ? mrt_item / 512 : mrt_item % mrt_team;
      const int mrt_slot = (int)(mrt_order ? mrt_item % 512 : mrt_item / mrt_team);
      const uint mrt_first = mrt_rows[mrt_thread * mrt_parts * 512 + mrt_slot];
      const uint mrt_after = mrt_last[mrt_thread * 512 + mrt_slot];
      mrt_begins[32] = (long)(0 + begin[mrt_slot]) + (int)mrt_first;
    }
  }

  barrier(CLK_LOCAL_MEM_FENCE);
  if (mrt_begins[mrt_lane] != LONG_MIN)
  {
    uint mrt_next = mrt_lane + 1;
    while (mrt_next < 32 && mrt_begins[mrt_next] == LONG_MIN)
      mrt_next++;

    if (mrt_begins[mrt_next] != LONG_MIN && mrt_begins[mrt_next] < mrt_end)
      mrt_tiles[mrt_order] = 1;
  }
}
__attribute__((reqd_work_group_size(32, 1, 1)))
__kernel void buckets_split_pairs_1(ulong share, ulong longer, __global struct pair *by_pair_base, long by_pair_offset, __global int *begin_base, long begin_offset, __global int *key_base, long key_offset, __global int (*count_base)[512], long count_offset, __global struct pair *pairs_base, long pairs_offset, ulong mrt_count0, __global uint *mrt_tiles, uint mrt_team, uint mrt_parts)
{
  __global struct pair *by_pair = (__global struct pair *)((__global char *)by_pair_base + by_pair_offset);
  __global int *begin = (__global int *)((__global char *)begin_base + begin_offset);
  __global int *key = (__global int *)((__global char *)key_base + key_offset);
  __global int (*count)[512] = (__global int (*)[512])((__global char *)count_base + count_offset);
  __global struct pair *pairs = (__global struct pair *)((__global char *)pairs_base + pairs_offset);
  __local uint mrt_row[512];
  __local uint mrt_marks[512];
  __local ushort mrt_slots[256];
  const uint mrt_lane = get_local_id(0);
  __global uint *mrt_rows = mrt_tiles + 32;
  __global uint *mrt_last = mrt_rows + (ulong)mrt_team * mrt_parts * 512;
  if (!((mrt_tiles[0] == 0 || mrt_tiles[1] == 0) && mrt_tiles[2] == 0))
    return;
  const ulong mrt_thread = get_group_id(0) / mrt_parts;
  const ulong mrt_part = get_group_id(0) % mrt_parts;
  const ulong mrt_start = mrt_thread * share + (mrt_thread < longer ? mrt_thread : longer);
  const ulong mrt_length = share + (mrt_thread < longer);
  const ulong mrt_from = mrt_start + mrt_length * mrt_part / mrt_parts;
  const ulong mrt_to = mrt_start + mrt_length * (mrt_part + 1) / mrt_parts;
  __global uint *mrt_tile = mrt_rows + get_group_id(0) * 512;
  for (uint mrt_at = mrt_lane; mrt_at < 512; mrt_at += 32)
    mrt_row[mrt_at] = mrt_tile[mrt_at];

  for (uint mrt_at = mrt_lane; mrt_at < 512; mrt_at += 32)
    mrt_marks[mrt_at] = 0;

  barrier(CLK_LOCAL_MEM_FENCE);
  for (ulong mrt_base = mrt_from; mrt_base < mrt_to; mrt_base += 256)
  {
    uint mrt_found[8];
    #pragma unroll
    for (uint mrt_step = 0; mrt_step < 8; mrt_step++)
    {
      const ulong mrt_id0 = mrt_base + 32 * mrt_step + mrt_lane;
      mrt_found[mrt_step] = 0;
      if (mrt_id0 < mrt_to)
      {
        int i = (int)mrt_id0;
        int thread = (int)mrt_thread;
        int me = thread;
        mrt_found[mrt_step] = (uint)(key[i] % 512);
      }
    }

    #pragma unroll
    for (uint mrt_step = 0; mrt_step < 8; mrt_step++)
      mrt_slots[mrt_step * 32 + mrt_lane] = mrt_found[mrt_step];

    #pragma unroll 1
    for (uint mrt_step = 0; mrt_step < 8; mrt_step++)
    {
      const ulong mrt_id0 = mrt_base + 32 * mrt_step + mrt_lane;
      const int mrt_inside = mrt_id0 < mrt_to;
      const uint mrt_slot = mrt_inside ? mrt_slots[mrt_step * 32 + mrt_lane] : 0;
      const uint mrt_word = mrt_lane / 32;
      const uint mrt_bit = 1u << (mrt_lane % 32);
      __local uint *mrt_own = &mrt_marks[mrt_word * 512 + mrt_slot];
      if (mrt_inside)
        atomic_or(mrt_own, mrt_bit);
      barrier(CLK_LOCAL_MEM_FENCE);
      const uint mrt_mark = *mrt_own;
      const uint mrt_lower = mrt_mark & (mrt_bit - 1);
      uint mrt_before = mrt_row[mrt_slot] + popcount(mrt_lower);
      for (uint mrt_other = 0; mrt_other < mrt_word; mrt_other++)
        mrt_before += popcount(mrt_marks[mrt_other * 512 + mrt_slot]);

      barrier(CLK_LOCAL_MEM_FENCE);
      if (mrt_inside && mrt_lower == 0)
      {
        atomic_add(&mrt_row[mrt_slot], popcount(mrt_mark));
        *mrt_own = 0;
      }
      if (mrt_inside)
      {
        const int mrt_old = (int)mrt_before;
        int i = (int)mrt_id0;
        int thread = (int)mrt_thread;
        int me = thread;
        by_pair[begin[key[i] % 512] + mrt_old] = pairs[i];
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }

  }

  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_at = mrt_lane; mrt_part + 1 == mrt_parts && mrt_at < 512; mrt_at += 32)
    atomic_xchg((volatile __global int *)(&count[mrt_thread][mrt_at]), (int)mrt_row[mrt_at]);

}
#endif
