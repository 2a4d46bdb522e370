#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

/* rows.c:5:9 (tile) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(16, 16, 1)))
__kernel void rows_layer_1(__global float *out_base, long out_offset, __global float *in_base, long in_offset, __global float *weights_base, long weights_offset, int times, int to, int from, __global float *bias_base, long bias_offset, ulong mrt_count0, ulong mrt_count1, ulong mrt_count2)
{
  __global float *out = (__global float *)((__global char *)out_base + out_offset);
  __global float *in = (__global float *)((__global char *)in_base + in_offset);
  __global float *weights = (__global float *)((__global char *)weights_base + weights_offset);
  __global float *bias = (__global float *)((__global char *)bias_base + bias_offset);
  __local float mrt_tile0[16][65];
  __local float mrt_tile1[16][65];
  const uint mrt_item0 = get_local_id(0);
  const uint mrt_item1 = get_local_id(1);
  const uint mrt_item = mrt_item1 * 16 + mrt_item0;
  const ulong mrt_first0 = (get_global_id(0) - mrt_item0) * 4;
  const ulong mrt_first1 = (get_global_id(1) - mrt_item1) * 4;
  const ulong mrt_id2 = get_global_id(2);
  int b = (int)mrt_id2;
  float sum[16] = {0};
  const int mrt_begin = 0;
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
        int o = (int)mrt_id0;
        sum[mrt_at] = bias[o];
      }
    }

  }

  const ulong mrt_trips = mrt_begin < from ? (ulong)from - (ulong)mrt_begin : 0;
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
      float mrt_staged = 0;
      if (mrt_step < mrt_steps && mrt_id1 < mrt_count1)
      {
        int t = (int)mrt_id1;
        const int i = mrt_begin + (int)(mrt_start + mrt_step);
        mrt_staged = in[(long)(b * times * from) + (long)(t * from) + i];
      }
      mrt_tile0[mrt_step][mrt_place] = mrt_staged;
    }

    #pragma unroll
    for (uint mrt_turn = 0; mrt_turn < 4; mrt_turn++)
    {
      const uint mrt_at = mrt_turn * 256 + mrt_item;
      const uint mrt_step = mrt_at % 16;
      const uint mrt_place = mrt_at / 16;
      const ulong mrt_id0 = mrt_first0 + mrt_place;
      float mrt_staged = 0;
      if (mrt_step < mrt_steps && mrt_id0 < mrt_count0)
      {
        int o = (int)mrt_id0;
        const int i = mrt_begin + (int)(mrt_start + mrt_step);
        mrt_staged = weights[(long)(o * from) + i];
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
        int o = (int)mrt_id0;
        int t = (int)mrt_id1;
        out[(long)(b * times * to) + (long)(t * to) + o] = sum[mrt_at];
      }
    }

  }

}
__attribute__((reqd_work_group_size(32, 8, 1)))
__kernel void mrt_64x32_rows_layer_1(__global float *out_base, long out_offset, __global float *in_base, long in_offset, __global float *weights_base, long weights_offset, int times, int to, int from, __global float *bias_base, long bias_offset, ulong mrt_count0, ulong mrt_count1, ulong mrt_count2)
{
  __global float *out = (__global float *)((__global char *)out_base + out_offset);
  __global float *in = (__global float *)((__global char *)in_base + in_offset);
  __global float *weights = (__global float *)((__global char *)weights_base + weights_offset);
  __global float *bias = (__global float *)((__global char *)bias_base + bias_offset);
  __local float mrt_tile0[32][33];
  __local float mrt_tile1[32][65];
  const uint mrt_item0 = get_local_id(0);
  const uint mrt_item1 = get_local_id(1);
  const uint mrt_item = mrt_item1 * 32 + mrt_item0;
  const ulong mrt_first0 = (get_global_id(0) - mrt_item0) * 2;
  const ulong mrt_first1 = (get_global_id(1) - mrt_item1) * 4;
  const ulong mrt_id2 = get_global_id(2);
  int b = (int)mrt_id2;
  float sum[8] = {0};
  const int mrt_begin = 0;
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
        int o = (int)mrt_id0;
        sum[mrt_at] = bias[o];
      }
    }

  }

  const ulong mrt_trips = mrt_begin < from ? (ulong)from - (ulong)mrt_begin : 0;
  #pragma unroll 1
  for (ulong mrt_start = 0; mrt_start < mrt_trips; mrt_start += 32)
  {
    const uint mrt_steps = (uint)min(mrt_trips - mrt_start, (ulong)32);
    #pragma unroll
    for (uint mrt_turn = 0; mrt_turn < 4; mrt_turn++)
    {
      const uint mrt_at = mrt_turn * 256 + mrt_item;
      const uint mrt_step = mrt_at % 32;
      const uint mrt_place = mrt_at / 32;
      const ulong mrt_id1 = mrt_first1 + mrt_place;
      float mrt_staged = 0;
      if (mrt_step < mrt_steps && mrt_id1 < mrt_count1)
      {
        int t = (int)mrt_id1;
        const int i = mrt_begin + (int)(mrt_start + mrt_step);
        mrt_staged = in[(long)(b * times * from) + (long)(t * from) + i];
      }
      mrt_tile0[mrt_step][mrt_place] = mrt_staged;
    }

    #pragma unroll
    for (uint mrt_turn = 0; mrt_turn < 8; mrt_turn++)
    {
      const uint mrt_at = mrt_turn * 256 + mrt_item;
      const uint mrt_step = mrt_at % 32;
      const uint mrt_place = mrt_at / 32;
      const ulong mrt_id0 = mrt_first0 + mrt_place;
      float mrt_staged = 0;
      if (mrt_step < mrt_steps && mrt_id0 < mrt_count0)
      {
        int o = (int)mrt_id0;
        const int i = mrt_begin + (int)(mrt_start + mrt_step);
        mrt_staged = weights[(long)(o * from) + i];
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
        int o = (int)mrt_id0;
        int t = (int)mrt_id1;
        out[(long)(b * times * to) + (long)(t * to) + o] = sum[mrt_at];
      }
    }

  }

}
__attribute__((reqd_work_group_size(16, 16, 1)))
__kernel void mrt_32x32_rows_layer_1(__global float *out_base, long out_offset, __global float *in_base, long in_offset, __global float *weights_base, long weights_offset, int times, int to, int from, __global float *bias_base, long bias_offset, ulong mrt_count0, ulong mrt_count1, ulong mrt_count2)
{
  __global float *out = (__global float *)((__global char *)out_base + out_offset);
  __global float *in = (__global float *)((__global char *)in_base + in_offset);
  __global float *weights = (__global float *)((__global char *)weights_base + weights_offset);
  __global float *bias = (__global float *)((__global char *)bias_base + bias_offset);
  __local float mrt_tile0[32][33];
  __local float mrt_tile1[32][33];
  const uint mrt_item0 = get_local_id(0);
  const uint mrt_item1 = get_local_id(1);
  const uint mrt_item = mrt_item1 * 16 + mrt_item0;
  const ulong mrt_first0 = (get_global_id(0) - mrt_item0) * 2;
  const ulong mrt_first1 = (get_global_id(1) - mrt_item1) * 2;
  const ulong mrt_id2 = get_global_id(2);
  int b = (int)mrt_id2;
  float sum[4] = {0};
  const int mrt_begin = 0;
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
        int o = (int)mrt_id0;
        sum[mrt_at] = bias[o];
      }
    }

  }

  const ulong mrt_trips = mrt_begin < from ? (ulong)from - (ulong)mrt_begin : 0;
  #pragma unroll 1
  for (ulong mrt_start = 0; mrt_start < mrt_trips; mrt_start += 32)
  {
    const uint mrt_steps = (uint)min(mrt_trips - mrt_start, (ulong)32);
    #pragma unroll
    for (uint mrt_turn = 0; mrt_turn < 4; mrt_turn++)
    {
      const uint mrt_at = mrt_turn * 256 + mrt_item;
      const uint mrt_step = mrt_at % 32;
      const uint mrt_place = mrt_at / 32;
      const ulong mrt_id1 = mrt_first1 + mrt_place;
      float mrt_staged = 0;
      if (mrt_step < mrt_steps && mrt_id1 < mrt_count1)
      {
        int t = (int)mrt_id1;
        const int i = mrt_begin + (int)(mrt_start + mrt_step);
        mrt_staged = in[(long)(b * times * from) + (long)(t * from) + i];
      }
      mrt_tile0[mrt_step][mrt_place] = mrt_staged;
    }

    #pragma unroll
    for (uint mrt_turn = 0; mrt_turn < 4; mrt_turn++)
    {
      const uint mrt_at = mrt_turn * 256 + mrt_item;
      const uint mrt_step = mrt_at % 32;
      const uint mrt_place = mrt_at / 32;
      const ulong mrt_id0 = mrt_first0 + mrt_place;
      float mrt_staged = 0;
      if (mrt_step < mrt_steps && mrt_id0 < mrt_count0)
      {
        int o = (int)mrt_id0;
        const int i = mrt_begin + (int)(mrt_start + mrt_step);
        mrt_staged = weights[(long)(o * from) + i];
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
        int o = (int)mrt_id0;
        int t = (int)mrt_id1;
        out[(long)(b * times * to) + (long)(t * to) + o] = sum[mrt_at];
      }
    }

  }

}
#else
__kernel void rows_layer_1(__global float *out_base, long out_offset, __global float *in_base, long in_offset, __global float *weights_base, long weights_offset, int times, int to, int from, __global float *bias_base, long bias_offset, ulong mrt_count0, ulong mrt_count1, ulong mrt_count2)
{
  __global float *out = (__global float *)((__global char *)out_base + out_offset);
  __global float *in = (__global float *)((__global char *)in_base + in_offset);
  __global float *weights = (__global float *)((__global char *)weights_base + weights_offset);
  __global float *bias = (__global float *)((__global char *)bias_base + bias_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  const ulong mrt_id2 = get_global_id(2);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1 || mrt_id2 >= mrt_count2)
    return;
  int o = (int)mrt_id0;
  int t = (int)mrt_id1;
  int b = (int)mrt_id2;
  float sum = bias[o];
  for (int i = 0; i < from; i++)
    sum += in[(long)(b * times * from) + (long)(t * from) + i] * weights[(long)(o * from) + i];

  out[(long)(b * times * to) + (long)(t * to) + o] = sum;
}
#endif

/* rows.c:20:9 (tile) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(16, 16, 1)))
__kernel void rows_numbers_1(int n, __global double *a_base, long a_offset, __global double *b_base, long b_offset, __global double *c_base, long c_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  __global double *b = (__global double *)((__global char *)b_base + b_offset);
  __global double *c = (__global double *)((__global char *)c_base + c_offset);
  __local double mrt_tile0[16][65];
  __local double mrt_tile1[16][65];
  __local double mrt_tile2[16][65];
  const uint mrt_item0 = get_local_id(0);
  const uint mrt_item1 = get_local_id(1);
  const uint mrt_item = mrt_item1 * 16 + mrt_item0;
  const ulong mrt_first0 = (get_global_id(0) - mrt_item0) * 4;
  const ulong mrt_first1 = (get_global_id(1) - mrt_item1) * 4;
  double sum[16] = {0};
  const int mrt_begin = 0;
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
        sum[mrt_at] = 0;
      }
    }

  }

  const ulong mrt_trips = mrt_begin < n ? (ulong)n - (ulong)mrt_begin : 0;
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
        int i = (int)mrt_id1;
        const int k = mrt_begin + (int)(mrt_start + mrt_step);
        mrt_staged = a[(int)(i * n) + k];
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
        int j = (int)mrt_id0;
        const int k = mrt_begin + (int)(mrt_start + mrt_step);
        mrt_staged = b[k * n + j];
      }
      mrt_tile1[mrt_step][mrt_place] = mrt_staged;
    }

    #pragma unroll
    for (uint mrt_turn = 0; mrt_turn < 4; mrt_turn++)
    {
      const uint mrt_at = mrt_turn * 256 + mrt_item;
      const uint mrt_step = mrt_at / 64;
      const uint mrt_place = mrt_at % 64;
      const ulong mrt_id1 = mrt_first1 + mrt_place;
      double mrt_staged = 0;
      if (mrt_step < mrt_steps && mrt_id1 < mrt_count1)
      {
        int i = (int)mrt_id1;
        mrt_staged = b[(uchar)(i + 250)];
      }
      mrt_tile2[mrt_step][mrt_place] = mrt_staged;
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

      double mrt_part2[4];
      #pragma unroll
      for (uint mrt_turn = 0; mrt_turn < 4; mrt_turn++)
        mrt_part2[mrt_turn] = mrt_tile2[mrt_step][mrt_item1 + 16 * mrt_turn];

      #pragma unroll
      for (uint mrt_v = 0; mrt_v < 4; mrt_v++)
      {
        #pragma unroll
        for (uint mrt_u = 0; mrt_u < 4; mrt_u++)
        {
          const uint mrt_at = mrt_v * 4 + mrt_u;
          const double mrt_value0 = mrt_part0[mrt_v];
          const double mrt_value1 = mrt_part1[mrt_u];
          const double mrt_value2 = mrt_part2[mrt_v];
          sum[mrt_at] += mrt_value0 * mrt_value1 * mrt_value2;
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
        c[(int)((int)(i * n) + j)] = sum[mrt_at];
      }
    }

  }

}
__attribute__((reqd_work_group_size(32, 8, 1)))
__kernel void mrt_64x32_rows_numbers_1(int n, __global double *a_base, long a_offset, __global double *b_base, long b_offset, __global double *c_base, long c_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  __global double *b = (__global double *)((__global char *)b_base + b_offset);
  __global double *c = (__global double *)((__global char *)c_base + c_offset);
  __local double mrt_tile0[16][33];
  __local double mrt_tile1[16][65];
  __local double mrt_tile2[16][33];
  const uint mrt_item0 = get_local_id(0);
  const uint mrt_item1 = get_local_id(1);
  const uint mrt_item = mrt_item1 * 32 + mrt_item0;
  const ulong mrt_first0 = (get_global_id(0) - mrt_item0) * 2;
  const ulong mrt_first1 = (get_global_id(1) - mrt_item1) * 4;
  double sum[8] = {0};
  const int mrt_begin = 0;
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
        sum[mrt_at] = 0;
      }
    }

  }

  const ulong mrt_trips = mrt_begin < n ? (ulong)n - (ulong)mrt_begin : 0;
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
        int i = (int)mrt_id1;
        const int k = mrt_begin + (int)(mrt_start + mrt_step);
        mrt_staged = a[(int)(i * n) + k];
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
        int j = (int)mrt_id0;
        const int k = mrt_begin + (int)(mrt_start + mrt_step);
        mrt_staged = b[k * n + j];
      }
      mrt_tile1[mrt_step][mrt_place] = mrt_staged;
    }

    #pragma unroll
    for (uint mrt_turn = 0; mrt_turn < 2; mrt_turn++)
    {
      const uint mrt_at = mrt_turn * 256 + mrt_item;
      const uint mrt_step = mrt_at / 32;
      const uint mrt_place = mrt_at % 32;
      const ulong mrt_id1 = mrt_first1 + mrt_place;
      double mrt_staged = 0;
      if (mrt_step < mrt_steps && mrt_id1 < mrt_count1)
      {
        int i = (int)mrt_id1;
        mrt_staged = b[(uchar)(i + 250)];
      }
      mrt_tile2[mrt_step][mrt_place] = mrt_staged;
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

      double mrt_part2[4];
      #pragma unroll
      for (uint mrt_turn = 0; mrt_turn < 4; mrt_turn++)
        mrt_part2[mrt_turn] = mrt_tile2[mrt_step][mrt_item1 + 8 * mrt_turn];

      #pragma unroll
      for (uint mrt_v = 0; mrt_v < 4; mrt_v++)
      {
        #pragma unroll
        for (uint mrt_u = 0; mrt_u < 2; mrt_u++)
        {
          const uint mrt_at = mrt_v * 2 + mrt_u;
          const double mrt_value0 = mrt_part0[mrt_v];
          const double mrt_value1 = mrt_part1[mrt_u];
          const double mrt_value2 = mrt_part2[mrt_v];
          sum[mrt_at] += mrt_value0 * mrt_value1 * mrt_value2;
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
        c[(int)((int)(i * n) + j)] = sum[mrt_at];
      }
    }

  }

}
__attribute__((reqd_work_group_size(16, 16, 1)))
__kernel void mrt_32x32_rows_numbers_1(int n, __global double *a_base, long a_offset, __global double *b_base, long b_offset, __global double *c_base, long c_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  __global double *b = (__global double *)((__global char *)b_base + b_offset);
  __global double *c = (__global double *)((__global char *)c_base + c_offset);
  __local double mrt_tile0[16][33];
  __local double mrt_tile1[16][33];
  __local double mrt_tile2[16][33];
  const uint mrt_item0 = get_local_id(0);
  const uint mrt_item1 = get_local_id(1);
  const uint mrt_item = mrt_item1 * 16 + mrt_item0;
  const ulong mrt_first0 = (get_global_id(0) - mrt_item0) * 2;
  const ulong mrt_first1 = (get_global_id(1) - mrt_item1) * 2;
  double sum[4] = {0};
  const int mrt_begin = 0;
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
        sum[mrt_at] = 0;
      }
    }

  }

  const ulong mrt_trips = mrt_begin < n ? (ulong)n - (ulong)mrt_begin : 0;
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
        int i = (int)mrt_id1;
        const int k = mrt_begin + (int)(mrt_start + mrt_step);
        mrt_staged = a[(int)(i * n) + k];
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
        int j = (int)mrt_id0;
        const int k = mrt_begin + (int)(mrt_start + mrt_step);
        mrt_staged = b[k * n + j];
      }
      mrt_tile1[mrt_step][mrt_place] = mrt_staged;
    }

    #pragma unroll
    for (uint mrt_turn = 0; mrt_turn < 2; mrt_turn++)
    {
      const uint mrt_at = mrt_turn * 256 + mrt_item;
      const uint mrt_step = mrt_at / 32;
      const uint mrt_place = mrt_at % 32;
      const ulong mrt_id1 = mrt_first1 + mrt_place;
      double mrt_staged = 0;
      if (mrt_step < mrt_steps && mrt_id1 < mrt_count1)
      {
        int i = (int)mrt_id1;
        mrt_staged = b[(uchar)(i + 250)];
      }
      mrt_tile2[mrt_step][mrt_place] = mrt_staged;
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

      double mrt_part2[2];
      #pragma unroll
      for (uint mrt_turn = 0; mrt_turn < 2; mrt_turn++)
        mrt_part2[mrt_turn] = mrt_tile2[mrt_step][mrt_item1 + 16 * mrt_turn];

      #pragma unroll
      for (uint mrt_v = 0; mrt_v < 2; mrt_v++)
      {
        #pragma unroll
        for (uint mrt_u = 0; mrt_u < 2; mrt_u++)
        {
          const uint mrt_at = mrt_v * 2 + mrt_u;
          const double mrt_value0 = mrt_part0[mrt_v];
          const double mrt_value1 = mrt_part1[mrt_u];
          const double mrt_value2 = mrt_part2[mrt_v];
          sum[mrt_at] += mrt_value0 * mrt_value1 * mrt_value2;
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
        c[(int)((int)(i * n) + j)] = sum[mrt_at];
      }
    }

  }

}
#else
__kernel void rows_numbers_1(int n, __global double *a_base, long a_offset, __global double *b_base, long b_offset, __global double *c_base, long c_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  __global double *b = (__global double *)((__global char *)b_base + b_offset);
  __global double *c = (__global double *)((__global char *)c_base + c_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  int j = (int)mrt_id0;
  int i = (int)mrt_id1;
  double sum = 0;
  for (int k = 0; k < n; k++)
    sum += a[(int)(i * n) + k] * b[k * n + j] * b[(uchar)(i + 250)];

  c[(int)((int)(i * n) + j)] = sum;
}
#endif

/* rows.c:34:9 */
__kernel void rows_batch_1(__global float *a_base, long a_offset, __global float *b_base, long b_offset, int n, __global float *c_base, long c_offset, ulong mrt_count0, ulong mrt_count1, ulong mrt_count2)
{
  __global float *a = (__global float *)((__global char *)a_base + a_offset);
  __global float *b = (__global float *)((__global char *)b_base + b_offset);
  __global float *c = (__global float *)((__global char *)c_base + c_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  const ulong mrt_id2 = get_global_id(2);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1 || mrt_id2 >= mrt_count2)
    return;
  int j = (int)mrt_id0;
  int i = (int)mrt_id1;
  int s = (int)mrt_id2;
  __global float *x = a + (ulong)s * n * n;
  __global float *y = b + (ulong)s * n * n;
  float sum = 0;
  for (int k = 0; k < n; k++)
    sum += x[i * n + k] * y[k * n + j];

  c[(s * n + i) * n + j] = sum;
}
