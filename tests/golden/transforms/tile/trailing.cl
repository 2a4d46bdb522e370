#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

/* trailing.c:7:9 (tile) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(16, 16, 1)))
__kernel void trailing_update_1(int mrt_lower_i, int mrt_lower_j, __global double (*a_base)[200], long a_offset, int from, int to, ulong mrt_count0, ulong mrt_count1)
{
  __global double (*a)[200] = (__global double (*)[200])((__global char *)a_base + a_offset);
  __local double mrt_tile0[16][65];
  __local double mrt_tile1[16][65];
  const uint mrt_item0 = get_local_id(0);
  const uint mrt_item1 = get_local_id(1);
  const uint mrt_item = mrt_item1 * 16 + mrt_item0;
  const ulong mrt_first0 = (get_global_id(0) - mrt_item0) * 4;
  const ulong mrt_first1 = (get_global_id(1) - mrt_item1) * 4;
  double sum[16] = {0};
  const int mrt_begin = from;
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
        int j = mrt_lower_j + (int)mrt_id0;
        int i = mrt_lower_i + (int)mrt_id1;
        sum[mrt_at] = a[i][j];
      }
    }

  }

  const ulong mrt_trips = mrt_begin < to ? (ulong)to - (ulong)mrt_begin : 0;
  #pragma unroll 1
  for (ulong mrt_start = 0; mrt_start < mrt_trips; mrt_start += 16)
  {
    const uint mrt_steps = (uint)min(mrt_trips - mrt_start, (ulong)16);
    #pragma unroll
    for (uint mrt_turn = 0; mrt_turn < 4; mrt_turn++)
    {
      const uint mrt_at = mrt_turn * 256 + mrt_item;
      const uint mrt_step = mrt_at % 16;
      const uint mrt_place = mrt_at / 16;
      const ulong mrt_id1 = mrt_first1 + mrt_place;
      double mrt_staged = 0;
      if (mrt_step < mrt_steps && mrt_id1 < mrt_count1)
      {
        int i = mrt_lower_i + (int)mrt_id1;
        const int k = mrt_begin + (int)(mrt_start + mrt_step);
        mrt_staged = a[i][k];
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
      double mrt_staged = 0;
      if (mrt_step < mrt_steps && mrt_id0 < mrt_count0)
      {
        int j = mrt_lower_j + (int)mrt_id0;
        const int k = mrt_begin + (int)(mrt_start + mrt_step);
        mrt_staged = a[k][j];
      }
      mrt_tile1[mrt_step][mrt_place] = mrt_staged;
    }

    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll 4
    for (uint mrt_step = 0; mrt_step < mrt_steps; mrt_step++)
    {
      double mrt_part0[4];
      #pragma unroll
      for (uint mrt_turn = 0; mrt_turn < 4; mrt_turn++)
        mrt_part0[mrt_turn] = mrt_tile0[mrt_step][mrt_item1 + 16 * mrt_turn];

      double mrt_part1[4];
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
          const double mrt_value0 = mrt_part0[mrt_v];
          const double mrt_value1 = mrt_part1[mrt_u];
          sum[mrt_at] -= mrt_value0 * mrt_value1;
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
        int j = mrt_lower_j + (int)mrt_id0;
        int i = mrt_lower_i + (int)mrt_id1;
        a[i][j] = sum[mrt_at];
      }
    }

  }

}
__attribute__((reqd_work_group_size(32, 8, 1)))
__kernel void mrt_64x32_trailing_update_1(int mrt_lower_i, int mrt_lower_j, __global double (*a_base)[200], long a_offset, int from, int to, ulong mrt_count0, ulong mrt_count1)
{
  __global double (*a)[200] = (__global double (*)[200])((__global char *)a_base + a_offset);
  __local double mrt_tile0[16][33];
  __local double mrt_tile1[16][65];
  const uint mrt_item0 = get_local_id(0);
  const uint mrt_item1 = get_local_id(1);
  const uint mrt_item = mrt_item1 * 32 + mrt_item0;
  const ulong mrt_first0 = (get_global_id(0) - mrt_item0) * 2;
  const ulong mrt_first1 = (get_global_id(1) - mrt_item1) * 4;
  double sum[8] = {0};
  const int mrt_begin = from;
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
        int j = mrt_lower_j + (int)mrt_id0;
        int i = mrt_lower_i + (int)mrt_id1;
        sum[mrt_at] = a[i][j];
      }
    }

  }

  const ulong mrt_trips = mrt_begin < to ? (ulong)to - (ulong)mrt_begin : 0;
  #pragma unroll 1
  for (ulong mrt_start = 0; mrt_start < mrt_trips; mrt_start += 16)
  {
    const uint mrt_steps = (uint)min(mrt_trips - mrt_start, (ulong)16);
    #pragma unroll
    for (uint mrt_turn = 0; mrt_turn < 2; mrt_turn++)
    {
      const uint mrt_at = mrt_turn * 256 + mrt_item;
      const uint mrt_step = mrt_at % 16;
      const uint mrt_place = mrt_at / 16;
      const ulong mrt_id1 = mrt_first1 + mrt_place;
      double mrt_staged = 0;
      if (mrt_step < mrt_steps && mrt_id1 < mrt_count1)
      {
        int i = mrt_lower_i + (int)mrt_id1;
        const int k = mrt_begin + (int)(mrt_start + mrt_step);
        mrt_staged = a[i][k];
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
      double mrt_staged = 0;
      if (mrt_step < mrt_steps && mrt_id0 < mrt_count0)
      {
        int j = mrt_lower_j + (int)mrt_id0;
        const int k = mrt_begin + (int)(mrt_start + mrt_step);
        mrt_staged = a[k][j];
      }
      mrt_tile1[mrt_step][mrt_place] = mrt_staged;
    }

    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll 4
    for (uint mrt_step = 0; mrt_step < mrt_steps; mrt_step++)
    {
      double mrt_part0[4];
      #pragma unroll
      for (uint mrt_turn = 0; mrt_turn < 4; mrt_turn++)
        mrt_part0[mrt_turn] = mrt_tile0[mrt_step][mrt_item1 + 8 * mrt_turn];

      double mrt_part1[2];
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
          const double mrt_value0 = mrt_part0[mrt_v];
          const double mrt_value1 = mrt_part1[mrt_u];
          sum[mrt_at] -= mrt_value0 * mrt_value1;
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
        int j = mrt_lower_j + (int)mrt_id0;
        int i = mrt_lower_i + (int)mrt_id1;
        a[i][j] = sum[mrt_at];
      }
    }

  }

}
__attribute__((reqd_work_group_size(16, 16, 1)))
__kernel void mrt_32x32_trailing_update_1(int mrt_lower_i, int mrt_lower_j, __global double (*a_base)[200], long a_offset, int from, int to, ulong mrt_count0, ulong mrt_count1)
{
  __global double (*a)[200] = (__global double (*)[200])((__global char *)a_base + a_offset);
  __local double mrt_tile0[16][33];
  __local double mrt_tile1[16][33];
  const uint mrt_item0 = get_local_id(0);
  const uint mrt_item1 = get_local_id(1);
  const uint mrt_item = mrt_item1 * 16 + mrt_item0;
  const ulong mrt_first0 = (get_global_id(0) - mrt_item0) * 2;
  const ulong mrt_first1 = (get_global_id(1) - mrt_item1) * 2;
  double sum[4] = {0};
  const int mrt_begin = from;
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
        int j = mrt_lower_j + (int)mrt_id0;
        int i = mrt_lower_i + (int)mrt_id1;
        sum[mrt_at] = a[i][j];
      }
    }

  }

  const ulong mrt_trips = mrt_begin < to ? (ulong)to - (ulong)mrt_begin : 0;
  #pragma unroll 1
  for (ulong mrt_start = 0; mrt_start < mrt_trips; mrt_start += 16)
  {
    const uint mrt_steps = (uint)min(mrt_trips - mrt_start, (ulong)16);
    #pragma unroll
    for (uint mrt_turn = 0; mrt_turn < 2; mrt_turn++)
    {
      const uint mrt_at = mrt_turn * 256 + mrt_item;
      const uint mrt_step = mrt_at % 16;
      const uint mrt_place = mrt_at / 16;
      const ulong mrt_id1 = mrt_first1 + mrt_place;
      double mrt_staged = 0;
      if (mrt_step < mrt_steps && mrt_id1 < mrt_count1)
      {
        int i = mrt_lower_i + (int)mrt_id1;
        const int k = mrt_begin + (int)(mrt_start + mrt_step);
        mrt_staged = a[i][k];
      }
      mrt_tile0[mrt_step][mrt_place] = mrt_staged;
    }

    #pragma unroll
    for (uint mrt_turn = 0; mrt_turn < 2; mrt_turn++)
    {
      const uint mrt_at = mrt_turn * 256 + mrt_item;
      const uint mrt_step = mrt_at / 32;
      const uint mrt_place = mrt_at % 32;
      const ulong mrt_id0 = mrt_first0 + mrt_place;
      double mrt_staged = 0;
      if (mrt_step < mrt_steps && mrt_id0 < mrt_count0)
      {
        int j = mrt_lower_j + (int)mrt_id0;
        const int k = mrt_begin + (int)(mrt_start + mrt_step);
        mrt_staged = a[k][j];
      }
      mrt_tile1[mrt_step][mrt_place] = mrt_staged;
    }

    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll 4
    for (uint mrt_step = 0; mrt_step < mrt_steps; mrt_step++)
    {
      double mrt_part0[2];
      #pragma unroll
      for (uint mrt_turn = 0; mrt_turn < 2; mrt_turn++)
        mrt_part0[mrt_turn] = mrt_tile0[mrt_step][mrt_item1 + 16 * mrt_turn];

      double mrt_part1[2];
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
          const double mrt_value0 = mrt_part0[mrt_v];
          const double mrt_value1 = mrt_part1[mrt_u];
          sum[mrt_at] -= mrt_value0 * mrt_value1;
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
        int j = mrt_lower_j + (int)mrt_id0;
        int i = mrt_lower_i + (int)mrt_id1;
        a[i][j] = sum[mrt_at];
      }
    }

  }

}
#else
__kernel void trailing_update_1(int mrt_lower_i, int mrt_lower_j, __global double (*a_base)[200], long a_offset, int from, int to, ulong mrt_count0, ulong mrt_count1)
{
  __global double (*a)[200] = (__global double (*)[200])((__global char *)a_base + a_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  int j = mrt_lower_j + (int)mrt_id0;
  int i = mrt_lower_i + (int)mrt_id1;
  double sum = a[i][j];
  for (int k = from; k < to; k++)
    sum -= a[i][k] * a[k][j];

  a[i][j] = sum;
}
#endif

/* trailing.c:20:9 */
__kernel void trailing_update_with_own_row_1(int mrt_lower_i, int mrt_lower_j, __global double (*a_base)[200], long a_offset, int from, int to, ulong mrt_count0, ulong mrt_count1)
{
  __global double (*a)[200] = (__global double (*)[200])((__global char *)a_base + a_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  int j = mrt_lower_j + (int)mrt_id0;
  int i = mrt_lower_i + (int)mrt_id1;
  double sum = a[i][j];
  for (int k = from; k <= to; k++)
    sum -= a[i][k] * a[k][j];

  a[i][j] = sum;
}
