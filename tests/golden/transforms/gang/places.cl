#pragma OPENCL FP_CONTRACT OFF

/* places.c:5:9 (gang) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(1 * MRT_LANES, 1, 1)))
__kernel void places_scatter_1(int n, __global uint (*count_base)[16], long count_offset, __global uint *key_base, long key_offset, __global uint *out_base, long out_offset, ulong mrt_count0)
{
  __global uint (*count)[16] = (__global uint (*)[16])((__global char *)count_base + count_offset);
  __global uint *key = (__global uint *)((__global char *)key_base + key_offset);
  __global uint *out = (__global uint *)((__global char *)out_base + out_offset);
  __local uint mrt_totals0_0[1][17];
  __local uint mrt_marks0_0[16 * ((MRT_LANES + 31) / 32)];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  ulong mrt_index = get_global_id(0) / MRT_LANES;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int b = (int)mrt_id0;
  uint first;
  ulong mrt_trips0 = 0;
  int mrt_first0 = 0;
  if (mrt_inside)
  {
    int i;
    i = b * n;
    mrt_first0 = i;
    mrt_trips0 = i < (b + 1) * n ? (ulong)((b + 1) * n) - (ulong)i : 0;
  }
  for (uint mrt_at = mrt_lane; mrt_at < 16 * ((MRT_LANES + 31) / 32); mrt_at += MRT_LANES)
    mrt_marks0_0[mrt_at] = 0;

  for (uint mrt_at = mrt_lane; mrt_at <= 16; mrt_at += MRT_LANES)
    mrt_totals0_0[mrt_line][mrt_at] = 0;

  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  for (ulong mrt_base0 = 0; mrt_base0 < mrt_trips0; mrt_base0 += MRT_LANES)
  {
    const ulong mrt_trip0 = mrt_base0 + mrt_lane;
    uint mrt_counts0_0 = 0;
    uint mrt_before0_0 = 0;
    uint mrt_sum0_0 = 0;
    ulong mrt_slot0_0 = 0;
    uint mrt_value0_0 = 0;
    if (mrt_trip0 < mrt_trips0)
    {
      int i;
      i = mrt_first0 + (int)mrt_trip0;
      do
      {
        mrt_counts0_0 = 1;
        mrt_slot0_0 = key[i] >> 28;
      }
      while (0);
    }
    if (mrt_counts0_0)
      atomic_or(&mrt_marks0_0[mrt_slot0_0 * ((MRT_LANES + 31) / 32) + mrt_lane / 32], 1u << (mrt_lane % 32));
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (mrt_counts0_0)
    {
      for (uint mrt_word = 0; mrt_word < (MRT_LANES + 31) / 32; mrt_word++)
      {
        const uint mrt_bits = mrt_marks0_0[mrt_slot0_0 * ((MRT_LANES + 31) / 32) + mrt_word];
        mrt_sum0_0 += popcount(mrt_bits);
        if (mrt_word < mrt_lane / 32)
          mrt_before0_0 += popcount(mrt_bits);
        if (mrt_word == mrt_lane / 32)
          mrt_before0_0 += popcount(mrt_bits & ((1u << (mrt_lane % 32)) - 1));
      }

      mrt_value0_0 = count[b][mrt_slot0_0];
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (mrt_counts0_0 && mrt_before0_0 + 1 == mrt_sum0_0)
    {
      for (uint mrt_word = 0; mrt_word < (MRT_LANES + 31) / 32; mrt_word++)
        mrt_marks0_0[mrt_slot0_0 * ((MRT_LANES + 31) / 32) + mrt_word] = 0;

      count[b][mrt_slot0_0] = mrt_value0_0 + (uint)mrt_sum0_0;
      mrt_totals0_0[mrt_line][mrt_slot0_0] += mrt_sum0_0;
    }
    if (mrt_trip0 < mrt_trips0)
    {
      uint mrt_count0_0 = mrt_value0_0 + (uint)mrt_before0_0;
      int i;
      i = mrt_first0 + (int)mrt_trip0;
      do
      {
        first = mrt_count0_0++, out[first] = key[i];
      }
      while (0);
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }

  if (mrt_lane == 0 && mrt_trips0 > 0xffffffffu)
    mrt_totals0_0[mrt_line][16] = 1;
  for (uint mrt_at = mrt_lane; mrt_at < 16; mrt_at += MRT_LANES)
    if (mrt_totals0_0[mrt_line][mrt_at])
    {
      const uint mrt_end = count[b][mrt_at];
      uint mrt_next = mrt_at + 1;
      while (mrt_next < 16 && !mrt_totals0_0[mrt_line][mrt_next])
        mrt_next++;

      if ((uint)(mrt_end - (uint)mrt_totals0_0[mrt_line][mrt_at]) > mrt_end)
        mrt_totals0_0[mrt_line][16] = 1;
      if (mrt_next < 16 && (uint)(count[b][mrt_next] - (uint)mrt_totals0_0[mrt_line][mrt_next]) < mrt_end)
        mrt_totals0_0[mrt_line][16] = 1;
    }

  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_totals0_0[mrt_line][16])
    for (uint mrt_at = mrt_lane; mrt_at < 16; mrt_at += MRT_LANES)
      if (mrt_totals0_0[mrt_line][mrt_at])
        count[b][mrt_at] -= (uint)mrt_totals0_0[mrt_line][mrt_at];

  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_totals0_0[mrt_line][16] && mrt_lane == 0)
  {
    for (int i = b * n; i < (b + 1) * n; i++)
      first = count[b][key[i] >> 28]++, out[first] = key[i];

  }
}
__attribute__((reqd_work_group_size(1 * 256u, 1, 1)))
__kernel void places_scatter_1_by_256(int n, __global uint (*count_base)[16], long count_offset, __global uint *key_base, long key_offset, __global uint *out_base, long out_offset, ulong mrt_count0)
{
  __global uint (*count)[16] = (__global uint (*)[16])((__global char *)count_base + count_offset);
  __global uint *key = (__global uint *)((__global char *)key_base + key_offset);
  __global uint *out = (__global uint *)((__global char *)out_base + out_offset);
  __local uint mrt_totals0_0[1][17];
  __local uint mrt_marks0_0[16 * ((256u + 31) / 32)];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % 256u;
  const uint mrt_line = mrt_item / 256u;
  ulong mrt_index = get_global_id(0) / 256u;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int b = (int)mrt_id0;
  uint first;
  ulong mrt_trips0 = 0;
  int mrt_first0 = 0;
  if (mrt_inside)
  {
    int i;
    i = b * n;
    mrt_first0 = i;
    mrt_trips0 = i < (b + 1) * n ? (ulong)((b + 1) * n) - (ulong)i : 0;
  }
  for (uint mrt_at = mrt_lane; mrt_at < 16 * ((256u + 31) / 32); mrt_at += 256u)
    mrt_marks0_0[mrt_at] = 0;

  for (uint mrt_at = mrt_lane; mrt_at <= 16; mrt_at += 256u)
    mrt_totals0_0[mrt_line][mrt_at] = 0;

  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  for (ulong mrt_base0 = 0; mrt_base0 < mrt_trips0; mrt_base0 += 256u)
  {
    const ulong mrt_trip0 = mrt_base0 + mrt_lane;
    uint mrt_counts0_0 = 0;
    uint mrt_before0_0 = 0;
    uint mrt_sum0_0 = 0;
    ulong mrt_slot0_0 = 0;
    uint mrt_value0_0 = 0;
    if (mrt_trip0 < mrt_trips0)
    {
      int i;
      i = mrt_first0 + (int)mrt_trip0;
      do
      {
        mrt_counts0_0 = 1;
        mrt_slot0_0 = key[i] >> 28;
      }
      while (0);
    }
    if (mrt_counts0_0)
      atomic_or(&mrt_marks0_0[mrt_slot0_0 * ((256u + 31) / 32) + mrt_lane / 32], 1u << (mrt_lane % 32));
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (mrt_counts0_0)
    {
      for (uint mrt_word = 0; mrt_word < (256u + 31) / 32; mrt_word++)
      {
        const uint mrt_bits = mrt_marks0_0[mrt_slot0_0 * ((256u + 31) / 32) + mrt_word];
        mrt_sum0_0 += popcount(mrt_bits);
        if (mrt_word < mrt_lane / 32)
          mrt_before0_0 += popcount(mrt_bits);
        if (mrt_word == mrt_lane / 32)
          mrt_before0_0 += popcount(mrt_bits & ((1u << (mrt_lane % 32)) - 1));
      }

      mrt_value0_0 = count[b][mrt_slot0_0];
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (mrt_counts0_0 && mrt_before0_0 + 1 == mrt_sum0_0)
    {
      for (uint mrt_word = 0; mrt_word < (256u + 31) / 32; mrt_word++)
        mrt_marks0_0[mrt_slot0_0 * ((256u + 31) / 32) + mrt_word] = 0;

      count[b][mrt_slot0_0] = mrt_value0_0 + (uint)mrt_sum0_0;
      mrt_totals0_0[mrt_line][mrt_slot0_0] += mrt_sum0_0;
    }
    if (mrt_trip0 < mrt_trips0)
    {
      uint mrt_count0_0 = mrt_value0_0 + (uint)mrt_before0_0;
      int i;
      i = mrt_first0 + (int)mrt_trip0;
      do
      {
        first = mrt_count0_0++, out[first] = key[i];
      }
      while (0);
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }

  if (mrt_lane == 0 && mrt_trips0 > 0xffffffffu)
    mrt_totals0_0[mrt_line][16] = 1;
  for (uint mrt_at = mrt_lane; mrt_at < 16; mrt_at += 256u)
    if (mrt_totals0_0[mrt_line][mrt_at])
    {
      const uint mrt_end = count[b][mrt_at];
      uint mrt_next = mrt_at + 1;
      while (mrt_next < 16 && !mrt_totals0_0[mrt_line][mrt_next])
        mrt_next++;

      if ((uint)(mrt_end - (uint)mrt_totals0_0[mrt_line][mrt_at]) > mrt_end)
        mrt_totals0_0[mrt_line][16] = 1;
      if (mrt_next < 16 && (uint)(count[b][mrt_next] - (uint)mrt_totals0_0[mrt_line][mrt_next]) < mrt_end)
        mrt_totals0_0[mrt_line][16] = 1;
    }

  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_totals0_0[mrt_line][16])
    for (uint mrt_at = mrt_lane; mrt_at < 16; mrt_at += 256u)
      if (mrt_totals0_0[mrt_line][mrt_at])
        count[b][mrt_at] -= (uint)mrt_totals0_0[mrt_line][mrt_at];

  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_totals0_0[mrt_line][16] && mrt_lane == 0)
  {
    for (int i = b * n; i < (b + 1) * n; i++)
      first = count[b][key[i] >> 28]++, out[first] = key[i];

  }
}
#else
__kernel void places_scatter_1(int n, __global uint (*count_base)[16], long count_offset, __global uint *key_base, long key_offset, __global uint *out_base, long out_offset, ulong mrt_count0)
{
  __global uint (*count)[16] = (__global uint (*)[16])((__global char *)count_base + count_offset);
  __global uint *key = (__global uint *)((__global char *)key_base + key_offset);
  __global uint *out = (__global uint *)((__global char *)out_base + out_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int b = (int)mrt_id0;
  uint first;
  for (int i = b * n; i < (b + 1) * n; i++)
    first = count[b][key[i] >> 28]++, out[first] = key[i];

}
#endif

/* places.c:13:9 (gang) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(1 * MRT_LANES, 1, 1)))
__kernel void places_partition_1(int n, __global float *x_base, long x_offset, __global float *small_base, long small_offset, __global float *large_base, long large_offset, __global int *counts_base, long counts_offset, ulong mrt_count0)
{
  __global float *x = (__global float *)((__global char *)x_base + x_offset);
  __global float *small = (__global float *)((__global char *)small_base + small_offset);
  __global float *large = (__global float *)((__global char *)large_base + large_offset);
  __global int *counts = (__global int *)((__global char *)counts_base + counts_offset);
  __local uint mrt_marks0_0[1 * ((MRT_LANES + 31) / 32)];
  __local uint mrt_marks0_1[1 * ((MRT_LANES + 31) / 32)];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  ulong mrt_index = get_global_id(0) / MRT_LANES;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int b = (int)mrt_id0;
  int kept;
  int left;
  if (mrt_inside)
  {
    kept = b * n;
    left = b * n;
  }
  ulong mrt_trips0 = 0;
  int mrt_first0 = 0;
  if (mrt_inside)
  {
    int i;
    i = b * n;
    mrt_first0 = i;
    mrt_trips0 = i < (b + 1) * n ? (ulong)((b + 1) * n) - (ulong)i : 0;
  }
  for (uint mrt_at = mrt_lane; mrt_at < 1 * ((MRT_LANES + 31) / 32); mrt_at += MRT_LANES)
    mrt_marks0_0[mrt_at] = 0;

  for (uint mrt_at = mrt_lane; mrt_at < 1 * ((MRT_LANES + 31) / 32); mrt_at += MRT_LANES)
    mrt_marks0_1[mrt_at] = 0;

  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  for (ulong mrt_base0 = 0; mrt_base0 < mrt_trips0; mrt_base0 += MRT_LANES)
  {
    const ulong mrt_trip0 = mrt_base0 + mrt_lane;
    uint mrt_counts0_0 = 0;
    uint mrt_before0_0 = 0;
    uint mrt_sum0_0 = 0;
    ulong mrt_slot0_0 = 0;
    int mrt_value0_0 = 0;
    uint mrt_counts0_1 = 0;
    uint mrt_before0_1 = 0;
    uint mrt_sum0_1 = 0;
    ulong mrt_slot0_1 = 0;
    int mrt_value0_1 = 0;
    if (mrt_trip0 < mrt_trips0)
    {
      int i;
      i = mrt_first0 + (int)mrt_trip0;
      do
      {
        float value = x[i];
        if (value > 0.5f)
        {
          mrt_counts0_0 = 1;
        }
      }
      while (0);
      do
      {
        float value = x[i];
        if (!(value > 0.5f))
        {
          mrt_counts0_1 = 1;
        }
      }
      while (0);
    }
    if (mrt_counts0_0)
      atomic_or(&mrt_marks0_0[mrt_slot0_0 * ((MRT_LANES + 31) / 32) + mrt_lane / 32], 1u << (mrt_lane % 32));
    if (mrt_counts0_1)
      atomic_or(&mrt_marks0_1[mrt_slot0_1 * ((MRT_LANES + 31) / 32) + mrt_lane / 32], 1u << (mrt_lane % 32));
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (mrt_inside)
    {
      for (uint mrt_word = 0; mrt_word < (MRT_LANES + 31) / 32; mrt_word++)
      {
        const uint mrt_bits = mrt_marks0_0[mrt_slot0_0 * ((MRT_LANES + 31) / 32) + mrt_word];
        mrt_sum0_0 += popcount(mrt_bits);
        if (mrt_word < mrt_lane / 32)
          mrt_before0_0 += popcount(mrt_bits);
        if (mrt_word == mrt_lane / 32)
          mrt_before0_0 += popcount(mrt_bits & ((1u << (mrt_lane % 32)) - 1));
      }

      mrt_value0_0 = kept;
    }
    if (mrt_inside)
    {
      for (uint mrt_word = 0; mrt_word < (MRT_LANES + 31) / 32; mrt_word++)
      {
        const uint mrt_bits = mrt_marks0_1[mrt_slot0_1 * ((MRT_LANES + 31) / 32) + mrt_word];
        mrt_sum0_1 += popcount(mrt_bits);
        if (mrt_word < mrt_lane / 32)
          mrt_before0_1 += popcount(mrt_bits);
        if (mrt_word == mrt_lane / 32)
          mrt_before0_1 += popcount(mrt_bits & ((1u << (mrt_lane % 32)) - 1));
      }

      mrt_value0_1 = left;
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (mrt_counts0_0 && mrt_before0_0 + 1 == mrt_sum0_0)
    {
      for (uint mrt_word = 0; mrt_word < (MRT_LANES + 31) / 32; mrt_word++)
        mrt_marks0_0[mrt_slot0_0 * ((MRT_LANES + 31) / 32) + mrt_word] = 0;

    }
    if (mrt_counts0_1 && mrt_before0_1 + 1 == mrt_sum0_1)
    {
      for (uint mrt_word = 0; mrt_word < (MRT_LANES + 31) / 32; mrt_word++)
        mrt_marks0_1[mrt_slot0_1 * ((MRT_LANES + 31) / 32) + mrt_word] = 0;

    }
    if (mrt_trip0 < mrt_trips0)
    {
      int mrt_count0_0 = mrt_value0_0 + (int)mrt_before0_0;
      int mrt_count0_1 = mrt_value0_1 + (int)mrt_before0_1;
      int i;
      i = mrt_first0 + (int)mrt_trip0;
      do
      {
        float value = x[i];
        if (value > 0.5f)
          large[mrt_count0_0++] = value;
        else
          small[mrt_count0_1++] = value * value;
      }
      while (0);
    }
    if (mrt_inside)
      kept = mrt_value0_0 + (int)mrt_sum0_0;
    if (mrt_inside)
      left = mrt_value0_1 + (int)mrt_sum0_1;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }

  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_inside)
  {
    {
      if (mrt_lane == 0)
        counts[b] = kept;
    }
  }
}
__attribute__((reqd_work_group_size(1 * 256u, 1, 1)))
__kernel void places_partition_1_by_256(int n, __global float *x_base, long x_offset, __global float *small_base, long small_offset, __global float *large_base, long large_offset, __global int *counts_base, long counts_offset, ulong mrt_count0)
{
  __global float *x = (__global float *)((__global char *)x_base + x_offset);
  __global float *small = (__global float *)((__global char *)small_base + small_offset);
  __global float *large = (__global float *)((__global char *)large_base + large_offset);
  __global int *counts = (__global int *)((__global char *)counts_base + counts_offset);
  __local uint mrt_marks0_0[1 * ((256u + 31) / 32)];
  __local uint mrt_marks0_1[1 * ((256u + 31) / 32)];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % 256u;
  const uint mrt_line = mrt_item / 256u;
  ulong mrt_index = get_global_id(0) / 256u;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int b = (int)mrt_id0;
  int kept;
  int left;
  if (mrt_inside)
  {
    kept = b * n;
    left = b * n;
  }
  ulong mrt_trips0 = 0;
  int mrt_first0 = 0;
  if (mrt_inside)
  {
    int i;
    i = b * n;
    mrt_first0 = i;
    mrt_trips0 = i < (b + 1) * n ? (ulong)((b + 1) * n) - (ulong)i : 0;
  }
  for (uint mrt_at = mrt_lane; mrt_at < 1 * ((256u + 31) / 32); mrt_at += 256u)
    mrt_marks0_0[mrt_at] = 0;

  for (uint mrt_at = mrt_lane; mrt_at < 1 * ((256u + 31) / 32); mrt_at += 256u)
    mrt_marks0_1[mrt_at] = 0;

  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  for (ulong mrt_base0 = 0; mrt_base0 < mrt_trips0; mrt_base0 += 256u)
  {
    const ulong mrt_trip0 = mrt_base0 + mrt_lane;
    uint mrt_counts0_0 = 0;
    uint mrt_before0_0 = 0;
    uint mrt_sum0_0 = 0;
    ulong mrt_slot0_0 = 0;
    int mrt_value0_0 = 0;
    uint mrt_counts0_1 = 0;
    uint mrt_before0_1 = 0;
    uint mrt_sum0_1 = 0;
    ulong mrt_slot0_1 = 0;
    int mrt_value0_1 = 0;
    if (mrt_trip0 < mrt_trips0)
    {
      int i;
      i = mrt_first0 + (int)mrt_trip0;
      do
      {
        float value = x[i];
        if (value > 0.5f)
        {
          mrt_counts0_0 = 1;
        }
      }
      while (0);
      do
      {
        float value = x[i];
        if (!(value > 0.5f))
        {
          mrt_counts0_1 = 1;
        }
      }
      while (0);
    }
    if (mrt_counts0_0)
      atomic_or(&mrt_marks0_0[mrt_slot0_0 * ((256u + 31) / 32) + mrt_lane / 32], 1u << (mrt_lane % 32));
    if (mrt_counts0_1)
      atomic_or(&mrt_marks0_1[mrt_slot0_1 * ((256u + 31) / 32) + mrt_lane / 32], 1u << (mrt_lane % 32));
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (mrt_inside)
    {
      for (uint mrt_word = 0; mrt_word < (256u + 31) / 32; mrt_word++)
      {
        const uint mrt_bits = mrt_marks0_0[mrt_slot0_0 * ((256u + 31) / 32) + mrt_word];
        mrt_sum0_0 += popcount(mrt_bits);
        if (mrt_word < mrt_lane / 32)
          mrt_before0_0 += popcount(mrt_bits);
        if (mrt_word == mrt_lane / 32)
          mrt_before0_0 += popcount(mrt_bits & ((1u << (mrt_lane % 32)) - 1));
      }

      mrt_value0_0 = kept;
    }
    if (mrt_inside)
    {
      for (uint mrt_word = 0; mrt_word < (256u + 31) / 32; mrt_word++)
      {
        const uint mrt_bits = mrt_marks0_1[mrt_slot0_1 * ((256u + 31) / 32) + mrt_word];
        mrt_sum0_1 += popcount(mrt_bits);
        if (mrt_word < mrt_lane / 32)
          mrt_before0_1 += popcount(mrt_bits);
        if (mrt_word == mrt_lane / 32)
          mrt_before0_1 += popcount(mrt_bits & ((1u << (mrt_lane % 32)) - 1));
      }

      mrt_value0_1 = left;
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (mrt_counts0_0 && mrt_before0_0 + 1 == mrt_sum0_0)
    {
      for (uint mrt_word = 0; mrt_word < (256u + 31) / 32; mrt_word++)
        mrt_marks0_0[mrt_slot0_0 * ((256u + 31) / 32) + mrt_word] = 0;

    }
    if (mrt_counts0_1 && mrt_before0_1 + 1 == mrt_sum0_1)
    {
      for (uint mrt_word = 0; mrt_word < (256u + 31) / 32; mrt_word++)
        mrt_marks0_1[mrt_slot0_1 * ((256u + 31) / 32) + mrt_word] = 0;

    }
    if (mrt_trip0 < mrt_trips0)
    {
      int mrt_count0_0 = mrt_value0_0 + (int)mrt_before0_0;
      int mrt_count0_1 = mrt_value0_1 + (int)mrt_before0_1;
      int i;
      i = mrt_first0 + (int)mrt_trip0;
      do
      {
        float value = x[i];
        if (value > 0.5f)
          large[mrt_count0_0++] = value;
        else
          small[mrt_count0_1++] = value * value;
      }
      while (0);
    }
    if (mrt_inside)
      kept = mrt_value0_0 + (int)mrt_sum0_0;
    if (mrt_inside)
      left = mrt_value0_1 + (int)mrt_sum0_1;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }

  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_inside)
  {
    {
      if (mrt_lane == 0)
        counts[b] = kept;
    }
  }
}
#else
__kernel void places_partition_1(int n, __global float *x_base, long x_offset, __global float *small_base, long small_offset, __global float *large_base, long large_offset, __global int *counts_base, long counts_offset, ulong mrt_count0)
{
  __global float *x = (__global float *)((__global char *)x_base + x_offset);
  __global float *small = (__global float *)((__global char *)small_base + small_offset);
  __global float *large = (__global float *)((__global char *)large_base + large_offset);
  __global int *counts = (__global int *)((__global char *)counts_base + counts_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int b = (int)mrt_id0;
  int kept = b * n;
  int left = b * n;
  for (int i = b * n; i < (b + 1) * n; i++)
  {
    float value = x[i];
    if (value > 0.5f)
      large[kept++] = value;
    else
      small[left++] = value * value;
  }

  counts[b] = kept;
}
#endif
