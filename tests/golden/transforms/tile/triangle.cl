#pragma OPENCL FP_CONTRACT OFF

/* triangle.c:6:9 (tile) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(16, 16, 1)))
__kernel void triangle_f_1(int n, __global float (*a_base)[100], long a_offset, __global float (*c_base)[100], long c_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global float (*a)[100] = (__global float (*)[100])((__global char *)a_base + a_offset);
  __global float (*c)[100] = (__global float (*)[100])((__global char *)c_base + c_offset);
  __local float mrt_tile0[16][65];
  __local float mrt_tile1[16][65];
  __local uint mrt_used0[64];
  __local uint mrt_used1[64];
  __local uint mrt_any;
  const uint mrt_item0 = get_local_id(0);
  const uint mrt_item1 = get_local_id(1);
  const uint mrt_item = mrt_item1 * 16 + mrt_item0;
  const ulong mrt_first0 = (get_global_id(0) - mrt_item0) * 4;
  const ulong mrt_first1 = (get_global_id(1) - mrt_item1) * 4;
  float sum[16] = {0};
  const int mrt_begin = n - 1;
  uint mrt_active = 0;
  for (uint mrt_place = mrt_item; mrt_place < 64; mrt_place += 256)
  {
    if (mrt_place < 64)
      mrt_used0[mrt_place] = 0;
    if (mrt_place < 64)
      mrt_used1[mrt_place] = 0;
  }

  if (mrt_item == 0)
    mrt_any = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  #pragma unroll
  for (uint mrt_v = 0; mrt_v < 4; mrt_v++)
  {
    #pragma unroll
    for (uint mrt_u = 0; mrt_u < 4; mrt_u++)
    {
      const uint mrt_at = mrt_v * 4 + mrt_u;
      const ulong mrt_id0 = mrt_first0 + mrt_item0 + 16 * mrt_u;
      const ulong mrt_id1 = mrt_first1 + mrt_item1 + 16 * mrt_v;
      if (mrt_id0 < mrt_count0 && mrt_id1 < mrt_count1)
      {
        int j = (int)mrt_id0;
        int i = (int)mrt_id1;
        if (j <= i)
        {
          sum[mrt_at] = 0.0f;
          mrt_active |= 1u << mrt_at;
        }
        if ((mrt_active >> mrt_at) & 1u)
        {
          atomic_or(&mrt_used0[mrt_id0 - mrt_first0], 1u);
          atomic_or(&mrt_used1[mrt_id1 - mrt_first1], 1u);
        }
      }
    }

  }

  if (mrt_active != 0)
    atomic_or(&mrt_any, 1u);
  barrier(CLK_LOCAL_MEM_FENCE);
  const ulong mrt_trips = mrt_any == 0 ? 0 : (mrt_begin >= 0 ? ((ulong)mrt_begin - (ulong)0) / 2 + 1 : 0);
  #pragma unroll 1
  for (ulong mrt_start = 0; mrt_start < mrt_trips; mrt_start += 16)
  {
    const uint mrt_steps = (uint)min(mrt_trips - mrt_start, (ulong)16);
    #pragma unroll
    for (uint mrt_turn = 0; mrt_turn < 4; mrt_turn++)
    {
      const uint mrt_at = mrt_turn * 256 + mrt_item;
      const uint mrt_step = mrt_at / 64;
      const uint mrt_place = mrt_at % 64;
      const ulong mrt_id1 = mrt_first1 + mrt_place;
      float mrt_staged = 0;
      if (mrt_step < mrt_steps && mrt_id1 < mrt_count1 && mrt_used1[mrt_place])
      {
        int i = (int)mrt_id1;
        const int k = mrt_begin - (int)(mrt_start + mrt_step) * 2;
        mrt_staged = a[k][i];
      }
      mrt_tile0[mrt_step][mrt_place] = mrt_staged;
    }

    #pragma unroll
    for (uint mrt_turn = 0; mrt_turn < 4; mrt_turn++)
    {
      const uint mrt_at = mrt_turn * 256 + mrt_item;
      const uint mrt_step = mrt_at / 64;
      const uint mrt_place = mrt_at % 64;
      const ulong mrt_id0 = mrt_first0 + mrt_place;
      float mrt_staged = 0;
      if (mrt_step < mrt_steps && mrt_id0 < mrt_count0 && mrt_used0[mrt_place])
      {
        int j = (int)mrt_id0;
        const int k = mrt_begin - (int)(mrt_start + mrt_step) * 2;
        mrt_staged = a[k][j];
      }
      mrt_tile1[mrt_step][mrt_place] = mrt_staged;
    }

    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll 4
    for (uint mrt_step = 0; mrt_step < mrt_steps; mrt_step++)
    {
      float mrt_part0[4];
      #pragma unroll
      for (uint mrt_turn = 0; mrt_turn < 4; mrt_turn++)
        mrt_part0[mrt_turn] = mrt_tile0[mrt_step][mrt_item1 + 16 * mrt_turn];

      float mrt_part1[4];
      #pragma unroll
      for (uint mrt_turn = 0; mrt_turn < 4; mrt_turn++)
        mrt_part1[mrt_turn] = mrt_tile1[mrt_step][mrt_item0 + 16 * mrt_turn];

      #pragma unroll
      for (uint mrt_v = 0; mrt_v < 4; mrt_v++)
      {
        #pragma unroll
        for (uint mrt_u = 0; mrt_u < 4; mrt_u++)
        {
          const uint mrt_at = mrt_v * 4 + mrt_u;
          const float mrt_value0 = mrt_part0[mrt_v];
          const float mrt_value1 = mrt_part1[mrt_u];
          sum[mrt_at] += mrt_value0 * mrt_value1;
        }

      }

    }

    barrier(CLK_LOCAL_MEM_FENCE);
  }

  #pragma unroll
  for (uint mrt_v = 0; mrt_v < 4; mrt_v++)
  {
    #pragma unroll
    for (uint mrt_u = 0; mrt_u < 4; mrt_u++)
    {
      const uint mrt_at = mrt_v * 4 + mrt_u;
      const ulong mrt_id0 = mrt_first0 + mrt_item0 + 16 * mrt_u;
      const ulong mrt_id1 = mrt_first1 + mrt_item1 + 16 * mrt_v;
      if (mrt_id0 < mrt_count0 && mrt_id1 < mrt_count1)
      {
        int j = (int)mrt_id0;
        int i = (int)mrt_id1;
        int k = mrt_begin - mrt_trips * 2;
        if ((mrt_active >> mrt_at) & 1u)
        {
          c[i][j] = sum[mrt_at] + k;
        }
      }
    }

  }

}
__attribute__((reqd_work_group_size(32, 8, 1)))
__kernel void mrt_64x32_triangle_f_1(int n, __global float (*a_base)[100], long a_offset, __global float (*c_base)[100], long c_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global float (*a)[100] = (__global float (*)[100])((__global char *)a_base + a_offset);
  __global float (*c)[100] = (__global float (*)[100])((__global char *)c_base + c_offset);
  __local float mrt_tile0[32][33];
  __local float mrt_tile1[32][65];
  __local uint mrt_used0[64];
  __local uint mrt_used1[32];
  __local uint mrt_any;
  const uint mrt_item0 = get_local_id(0);
  const uint mrt_item1 = get_local_id(1);
  const uint mrt_item = mrt_item1 * 32 + mrt_item0;
  const ulong mrt_first0 = (get_global_id(0) - mrt_item0) * 2;
  const ulong mrt_first1 = (get_global_id(1) - mrt_item1) * 4;
  float sum[8] = {0};
  const int mrt_begin = n - 1;
  uint mrt_active = 0;
  for (uint mrt_place = mrt_item; mrt_place < 64; mrt_place += 256)
  {
    if (mrt_place < 64)
      mrt_used0[mrt_place] = 0;
    if (mrt_place < 32)
      mrt_used1[mrt_place] = 0;
  }

  if (mrt_item == 0)
    mrt_any = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  #pragma unroll
  for (uint mrt_v = 0; mrt_v < 4; mrt_v++)
  {
    #pragma unroll
    for (uint mrt_u = 0; mrt_u < 2; mrt_u++)
    {
      const uint mrt_at = mrt_v * 2 + mrt_u;
      const ulong mrt_id0 = mrt_first0 + mrt_item0 + 32 * mrt_u;
      const ulong mrt_id1 = mrt_first1 + mrt_item1 + 8 * mrt_v;
      if (mrt_id0 < mrt_count0 && mrt_id1 < mrt_count1)
      {
        int j = (int)mrt_id0;
        int i = (int)mrt_id1;
        if (j <= i)
        {
          sum[mrt_at] = 0.0f;
          mrt_active |= 1u << mrt_at;
        }
        if ((mrt_active >> mrt_at) & 1u)
        {
          atomic_or(&mrt_used0[mrt_id0 - mrt_first0], 1u);
          atomic_or(&mrt_used1[mrt_id1 - mrt_first1], 1u);
        }
      }
    }

  }

  if (mrt_active != 0)
    atomic_or(&mrt_any, 1u);
  barrier(CLK_LOCAL_MEM_FENCE);
  const ulong mrt_trips = mrt_any == 0 ? 0 : (mrt_begin >= 0 ? ((ulong)mrt_begin - (ulong)0) / 2 + 1 : 0);
  #pragma unroll 1
  for (ulong mrt_start = 0; mrt_start < mrt_trips; mrt_start += 32)
  {
    const uint mrt_steps = (uint)min(mrt_trips - mrt_start, (ulong)32);
    #pragma unroll
    for (uint mrt_turn = 0; mrt_turn < 4; mrt_turn++)
    {
      const uint mrt_at = mrt_turn * 256 + mrt_item;
      const uint mrt_step = mrt_at / 32;
      const uint mrt_place = mrt_at % 32;
      const ulong mrt_id1 = mrt_first1 + mrt_place;
      float mrt_staged = 0;
      if (mrt_step < mrt_steps && mrt_id1 < mrt_count1 && mrt_used1[mrt_place])
      {
        int i = (int)mrt_id1;
        const int k = mrt_begin - (int)(mrt_start + mrt_step) * 2;
        mrt_staged = a[k][i];
      }
      mrt_tile0[mrt_step][mrt_place] = mrt_staged;
    }

    #pragma unroll
    for (uint mrt_turn = 0; mrt_turn < 8; mrt_turn++)
    {
      const uint mrt_at = mrt_turn * 256 + mrt_item;
      const uint mrt_step = mrt_at / 64;
      const uint mrt_place = mrt_at % 64;
      const ulong mrt_id0 = mrt_first0 + mrt_place;
      float mrt_staged = 0;
      if (mrt_step < mrt_steps && mrt_id0 < mrt_count0 && mrt_used0[mrt_place])
      {
        int j = (int)mrt_id0;
        const int k = mrt_begin - (int)(mrt_start + mrt_step) * 2;
        mrt_staged = a[k][j];
      }
      mrt_tile1[mrt_step][mrt_place] = mrt_staged;
    }

    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll 4
    for (uint mrt_step = 0; mrt_step < mrt_steps; mrt_step++)
    {
      float mrt_part0[4];
      #pragma unroll
      for (uint mrt_turn = 0; mrt_turn < 4; mrt_turn++)
        mrt_part0[mrt_turn] = mrt_tile0[mrt_step][mrt_item1 + 8 * mrt_turn];

      float mrt_part1[2];
      #pragma unroll
      for (uint mrt_turn = 0; mrt_turn < 2; mrt_turn++)
        mrt_part1[mrt_turn] = mrt_tile1[mrt_step][mrt_item0 + 32 * mrt_turn];

      #pragma unroll
      for (uint mrt_v = 0; mrt_v < 4; mrt_v++)
      {
        #pragma unroll
        for (uint mrt_u = 0; mrt_u < 2; mrt_u++)
        {
          const uint mrt_at = mrt_v * 2 + mrt_u;
          const float mrt_value0 = mrt_part0[mrt_v];
          const float mrt_value1 = mrt_part1[mrt_u];
          sum[mrt_at] += mrt_value0 * mrt_value1;
        }

      }

    }

    barrier(CLK_LOCAL_MEM_FENCE);
  }

  #pragma unroll
  for (uint mrt_v = 0; mrt_v < 4; mrt_v++)
  {
    #pragma unroll
    for (uint mrt_u = 0; mrt_u < 2; mrt_u++)
    {
      const uint mrt_at = mrt_v * 2 + mrt_u;
      const ulong mrt_id0 = mrt_first0 + mrt_item0 + 32 * mrt_u;
      const ulong mrt_id1 = mrt_first1 + mrt_item1 + 8 * mrt_v;
      if (mrt_id0 < mrt_count0 && mrt_id1 < mrt_count1)
      {
        int j = (int)mrt_id0;
        int i = (int)mrt_id1;
        int k = mrt_begin - mrt_trips * 2;
        if ((mrt_active >> mrt_at) & 1u)
        {
          c[i][j] = sum[mrt_at] + k;
        }
      }
    }

  }

}
__attribute__((reqd_work_group_size(16, 16, 1)))
__kernel void mrt_32x32_triangle_f_1(int n, __global float (*a_base)[100], long a_offset, __global float (*c_base)[100], long c_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global float (*a)[100] = (__global float (*)[100])((__global char *)a_base + a_offset);
  __global float (*c)[100] = (__global float (*)[100])((__global char *)c_base + c_offset);
  __local float mrt_tile0[32][33];
  __local float mrt_tile1[32][33];
  __local uint mrt_used0[32];
  __local uint mrt_used1[32];
  __local uint mrt_any;
  const uint mrt_item0 = get_local_id(0);
  const uint mrt_item1 = get_local_id(1);
  const uint mrt_item = mrt_item1 * 16 + mrt_item0;
  const ulong mrt_first0 = (get_global_id(0) - mrt_item0) * 2;
  const ulong mrt_first1 = (get_global_id(1) - mrt_item1) * 2;
  float sum[4] = {0};
  const int mrt_begin = n - 1;
  uint mrt_active = 0;
  for (uint mrt_place = mrt_item; mrt_place < 32; mrt_place += 256)
  {
    if (mrt_place < 32)
      mrt_used0[mrt_place] = 0;
    if (mrt_place < 32)
      mrt_used1[mrt_place] = 0;
  }

  if (mrt_item == 0)
    mrt_any = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  #pragma unroll
  for (uint mrt_v = 0; mrt_v < 2; mrt_v++)
  {
    #pragma unroll
    for (uint mrt_u = 0; mrt_u < 2; mrt_u++)
    {
      const uint mrt_at = mrt_v * 2 + mrt_u;
      const ulong mrt_id0 = mrt_first0 + mrt_item0 + 16 * mrt_u;
      const ulong mrt_id1 = mrt_first1 + mrt_item1 + 16 * mrt_v;
      if (mrt_id0 < mrt_count0 && mrt_id1 < mrt_count1)
      {
        int j = (int)mrt_id0;
        int i = (int)mrt_id1;
        if (j <= i)
        {
          sum[mrt_at] = 0.0f;
          mrt_active |= 1u << mrt_at;
        }
        if ((mrt_active >> mrt_at) & 1u)
        {
          atomic_or(&mrt_used0[mrt_id0 - mrt_first0], 1u);
          atomic_or(&mrt_used1[mrt_id1 - mrt_first1], 1u);
        }
      }
    }

  }

  if (mrt_active != 0)
    atomic_or(&mrt_any, 1u);
  barrier(CLK_LOCAL_MEM_FENCE);
  const ulong mrt_trips = mrt_any == 0 ? 0 : (mrt_begin >= 0 ? ((ulong)mrt_begin - (ulong)0) / 2 + 1 : 0);
  #pragma unroll 1
  for (ulong mrt_start = 0; mrt_start < mrt_trips; mrt_start += 32)
  {
    const uint mrt_steps = (uint)min(mrt_trips - mrt_start, (ulong)32);
    #pragma unroll
    for (uint mrt_turn = 0; mrt_turn < 4; mrt_turn++)
    {
      const uint mrt_at = mrt_turn * 256 + mrt_item;
      const uint mrt_step = mrt_at / 32;
      const uint mrt_place = mrt_at % 32;
      const ulong mrt_id1 = mrt_first1 + mrt_place;
      float mrt_staged = 0;
      if (mrt_step < mrt_steps && mrt_id1 < mrt_count1 && mrt_used1[mrt_place])
      {
        int i = (int)mrt_id1;
        const int k = mrt_begin - (int)(mrt_start + mrt_step) * 2;
        mrt_staged = a[k][i];
      }
      mrt_tile0[mrt_step][mrt_place] = mrt_staged;
    }

    #pragma unroll
    for (uint mrt_turn = 0; mrt_turn < 4; mrt_turn++)
    {
      const uint mrt_at = mrt_turn * 256 + mrt_item;
      const uint mrt_step = mrt_at / 32;
      const uint mrt_place = mrt_at % 32;
      const ulong mrt_id0 = mrt_first0 + mrt_place;
      float mrt_staged = 0;
      if (mrt_step < mrt_steps && mrt_id0 < mrt_count0 && mrt_used0[mrt_place])
      {
        int j = (int)mrt_id0;
        const int k = mrt_begin - (int)(mrt_start + mrt_step) * 2;
        mrt_staged = a[k][j];
      }
      mrt_tile1[mrt_step][mrt_place] = mrt_staged;
    }

    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll 4
    for (uint mrt_step = 0; mrt_step < mrt_steps; mrt_step++)
    {
      float mrt_part0[2];
      #pragma unroll
      for (uint mrt_turn = 0; mrt_turn < 2; mrt_turn++)
        mrt_part0[mrt_turn] = mrt_tile0[mrt_step][mrt_item1 + 16 * mrt_turn];

      float mrt_part1[2];
      #pragma unroll
      for (uint mrt_turn = 0; mrt_turn < 2; mrt_turn++)
        mrt_part1[mrt_turn] = mrt_tile1[mrt_step][mrt_item0 + 16 * mrt_turn];

      #pragma unroll
      for (uint mrt_v = 0; mrt_v < 2; mrt_v++)
      {
        #pragma unroll
        for (uint mrt_u = 0; mrt_u < 2; mrt_u++)
        {
          const uint mrt_at = mrt_v * 2 + mrt_u;
          const float mrt_value0 = mrt_part0[mrt_v];
          const float mrt_value1 = mrt_part1[mrt_u];
          sum[mrt_at] += mrt_value0 * mrt_value1;
        }

      }

    }

    barrier(CLK_LOCAL_MEM_FENCE);
  }

  #pragma unroll
  for (uint mrt_v = 0; mrt_v < 2; mrt_v++)
  {
    #pragma unroll
    for (uint mrt_u = 0; mrt_u < 2; mrt_u++)
    {
      const uint mrt_at = mrt_v * 2 + mrt_u;
      const ulong mrt_id0 = mrt_first0 + mrt_item0 + 16 * mrt_u;
      const ulong mrt_id1 = mrt_first1 + mrt_item1 + 16 * mrt_v;
      if (mrt_id0 < mrt_count0 && mrt_id1 < mrt_count1)
      {
        int j = (int)mrt_id0;
        int i = (int)mrt_id1;
        int k = mrt_begin - mrt_trips * 2;
        if ((mrt_active >> mrt_at) & 1u)
        {
          c[i][j] = sum[mrt_at] + k;
        }
      }
    }

  }

}
#else
__kernel void triangle_f_1(int n, __global float (*a_base)[100], long a_offset, __global float (*c_base)[100], long c_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global float (*a)[100] = (__global float (*)[100])((__global char *)a_base + a_offset);
  __global float (*c)[100] = (__global float (*)[100])((__global char *)c_base + c_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  int j = (int)mrt_id0;
  int i = (int)mrt_id1;
  if (j <= i)
  {
    float sum = 0.0f;
    int k;
    for (k = n - 1; k >= 0; k -= 2)
      sum += a[k][i] * a[k][j];

    c[i][j] = sum + k;
  }
}
#endif
