#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

struct mrt_complex_double
{
  double re;
  double im;
};

struct number
{
  double re;
  double k;
};

struct mrt_complex_double mrt_complex_of_double(double mrt_p_double, double mrt_q_double);
struct mrt_complex_double mrt_complex_conjugate_double(struct mrt_complex_double mrt_a_double);
struct mrt_complex_double mrt_complex_infinite_double(struct mrt_complex_double mrt_z_double, double mrt_p_double, double mrt_q_double, double mrt_r_double, double mrt_s_double);
struct mrt_complex_double mrt_complex_multiply_double(struct mrt_complex_double mrt_a_double, struct mrt_complex_double mrt_b_double);
struct mrt_complex_double mrt_complex_add_double(struct mrt_complex_double mrt_a_double, struct mrt_complex_double mrt_b_double);

struct mrt_complex_double mrt_complex_of_double(double mrt_p_double, double mrt_q_double)
{
  struct mrt_complex_double mrt_z_double;
  mrt_z_double.re = mrt_p_double;
  mrt_z_double.im = mrt_q_double;
  return mrt_z_double;
}


struct mrt_complex_double mrt_complex_conjugate_double(struct mrt_complex_double mrt_a_double)
{
  struct mrt_complex_double mrt_z_double;
  mrt_z_double.re = mrt_a_double.re;
  mrt_z_double.im = -mrt_a_double.im;
  return mrt_z_double;
}


struct mrt_complex_double mrt_complex_infinite_double(struct mrt_complex_double mrt_z_double, double mrt_p_double, double mrt_q_double, double mrt_r_double, double mrt_s_double)
{
  const double mrt_zero_double = 0;
  const double mrt_one_double = 1;
  int mrt_again_double = 0;
  if (isinf(mrt_p_double) || isinf(mrt_q_double))
  {
    mrt_p_double = copysign(isinf(mrt_p_double) ? mrt_one_double : mrt_zero_double, mrt_p_double);
    mrt_q_double = copysign(isinf(mrt_q_double) ? mrt_one_double : mrt_zero_double, mrt_q_double);
    if (isnan(mrt_r_double))
      mrt_r_double = copysign(mrt_zero_double, mrt_r_double);
    if (isnan(mrt_s_double))
      mrt_s_double = copysign(mrt_zero_double, mrt_s_double);
    mrt_again_double = 1;
  }
  if (isinf(mrt_r_double) || isinf(mrt_s_double))
  {
    mrt_r_double = copysign(isinf(mrt_r_double) ? mrt_one_double : mrt_zero_double, mrt_r_double);
    mrt_s_double = copysign(isinf(mrt_s_double) ? mrt_one_double : mrt_zero_double, mrt_s_double);
    if (isnan(mrt_p_double))
      mrt_p_double = copysign(mrt_zero_double, mrt_p_double);
    if (isnan(mrt_q_double))
      mrt_q_double = copysign(mrt_zero_double, mrt_q_double);
    mrt_again_double = 1;
  }
  if (!mrt_again_double && (isinf(mrt_p_double * mrt_r_double) || isinf(mrt_q_double * mrt_s_double) || isinf(mrt_p_double * mrt_s_double) || isinf(mrt_q_double * mrt_r_double)))
  {
    if (isnan(mrt_p_double))
      mrt_p_double = copysign(mrt_zero_double, mrt_p_double);
    if (isnan(mrt_q_double))
      mrt_q_double = copysign(mrt_zero_double, mrt_q_double);
    if (isnan(mrt_r_double))
      mrt_r_double = copysign(mrt_zero_double, mrt_r_double);
    if (isnan(mrt_s_double))
      mrt_s_double = copysign(mrt_zero_double, mrt_s_double);
    mrt_again_double = 1;
  }
  if (mrt_again_double)
  {
    mrt_z_double.re = (double)INFINITY * (mrt_p_double * mrt_r_double - mrt_q_double * mrt_s_double);
    mrt_z_double.im = (double)INFINITY * (mrt_p_double * mrt_s_double + mrt_q_double * mrt_r_double);
  }
  return mrt_z_double;
}


struct mrt_complex_double mrt_complex_multiply_double(struct mrt_complex_double mrt_a_double, struct mrt_complex_double mrt_b_double)
{
  struct mrt_complex_double mrt_z_double;
  mrt_z_double.re = mrt_a_double.re * mrt_b_double.re - mrt_a_double.im * mrt_b_double.im;
  mrt_z_double.im = mrt_a_double.re * mrt_b_double.im + mrt_a_double.im * mrt_b_double.re;
  if (isnan(mrt_z_double.re) && isnan(mrt_z_double.im))
    mrt_z_double = mrt_complex_infinite_double(mrt_z_double, mrt_a_double.re, mrt_a_double.im, mrt_b_double.re, mrt_b_double.im);
  return mrt_z_double;
}


struct mrt_complex_double mrt_complex_add_double(struct mrt_complex_double mrt_a_double, struct mrt_complex_double mrt_b_double)
{
  struct mrt_complex_double mrt_z_double;
  mrt_z_double.re = mrt_a_double.re + mrt_b_double.re;
  mrt_z_double.im = mrt_a_double.im + mrt_b_double.im;
  return mrt_z_double;
}


/* complex.c:14:9 (tile) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(16, 16, 1)))
__kernel void complex_complex_products_1(__global struct mrt_complex_double (*a_base)[70], long a_offset, __global struct mrt_complex_double (*b_base)[90], long b_offset, __global struct mrt_complex_double (*c_base)[90], long c_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global struct mrt_complex_double (*a)[70] = (__global struct mrt_complex_double (*)[70])((__global char *)a_base + a_offset);
  __global struct mrt_complex_double (*b)[90] = (__global struct mrt_complex_double (*)[90])((__global char *)b_base + b_offset);
  __global struct mrt_complex_double (*c)[90] = (__global struct mrt_complex_double (*)[90])((__global char *)c_base + c_offset);
  __local struct mrt_complex_double mrt_tile0[8][65];
  __local struct mrt_complex_double mrt_tile1[8][65];
  const uint mrt_item0 = get_local_id(0);
  const uint mrt_item1 = get_local_id(1);
  const uint mrt_item = mrt_item1 * 16 + mrt_item0;
  const ulong mrt_first0 = (get_global_id(0) - mrt_item0) * 4;
  const ulong mrt_first1 = (get_global_id(1) - mrt_item1) * 4;
  struct mrt_complex_double sum[16] = {0};
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
        sum[mrt_at] = mrt_complex_of_double((double)0, 0);
      }
    }

  }

  const ulong mrt_trips = mrt_begin < 70 ? (ulong)70 - (ulong)mrt_begin : 0;
  #pragma unroll 1
  for (ulong mrt_start = 0; mrt_start < mrt_trips; mrt_start += 8)
  {
    const uint mrt_steps = (uint)min(mrt_trips - mrt_start, (ulong)8);
    #pragma unroll
    for (uint mrt_turn = 0; mrt_turn < 2; mrt_turn++)
    {
      const uint mrt_at = mrt_turn * 256 + mrt_item;
      const uint mrt_step = mrt_at % 8;
      const uint mrt_place = mrt_at / 8;
      const ulong mrt_id1 = mrt_first1 + mrt_place;
      struct mrt_complex_double mrt_staged = {0};
      if (mrt_step < mrt_steps && mrt_id1 < mrt_count1)
      {
        int i = (int)mrt_id1;
        const int k = mrt_begin + (int)(mrt_start + mrt_step);
        mrt_staged = a[i][k];
      }
      mrt_tile0[mrt_step][mrt_place] = mrt_staged;
    }

    #pragma unroll
    for (uint mrt_turn = 0; mrt_turn < 2; mrt_turn++)
    {
      const uint mrt_at = mrt_turn * 256 + mrt_item;
      const uint mrt_step = mrt_at / 64;
      const uint mrt_place = mrt_at % 64;
      const ulong mrt_id0 = mrt_first0 + mrt_place;
      struct mrt_complex_double mrt_staged = {0};
      if (mrt_step < mrt_steps && mrt_id0 < mrt_count0)
      {
        int j = (int)mrt_id0;
        const int k = mrt_begin + (int)(mrt_start + mrt_step);
        mrt_staged = b[k][j];
      }
      mrt_tile1[mrt_step][mrt_place] = mrt_staged;
    }

    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll 1
    for (uint mrt_step = 0; mrt_step < mrt_steps; mrt_step++)
    {
      struct mrt_complex_double mrt_part0[4];
      #pragma unroll
      for (uint mrt_turn = 0; mrt_turn < 4; mrt_turn++)
        mrt_part0[mrt_turn] = mrt_tile0[mrt_step][mrt_item1 + 16 * mrt_turn];

      struct mrt_complex_double mrt_part1[4];
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
          const struct mrt_complex_double mrt_value0 = mrt_part0[mrt_v];
          const struct mrt_complex_double mrt_value1 = mrt_part1[mrt_u];
          sum[mrt_at] = mrt_complex_add_double(sum[mrt_at], mrt_complex_multiply_double(mrt_complex_conjugate_double(mrt_value0), mrt_value1));
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
        c[i][j] = sum[mrt_at];
      }
    }

  }

}
__attribute__((reqd_work_group_size(32, 8, 1)))
__kernel void mrt_64x32_complex_complex_products_1(__global struct mrt_complex_double (*a_base)[70], long a_offset, __global struct mrt_complex_double (*b_base)[90], long b_offset, __global struct mrt_complex_double (*c_base)[90], long c_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global struct mrt_complex_double (*a)[70] = (__global struct mrt_complex_double (*)[70])((__global char *)a_base + a_offset);
  __global struct mrt_complex_double (*b)[90] = (__global struct mrt_complex_double (*)[90])((__global char *)b_base + b_offset);
  __global struct mrt_complex_double (*c)[90] = (__global struct mrt_complex_double (*)[90])((__global char *)c_base + c_offset);
  __local struct mrt_complex_double mrt_tile0[16][33];
  __local struct mrt_complex_double mrt_tile1[16][65];
  const uint mrt_item0 = get_local_id(0);
  const uint mrt_item1 = get_local_id(1);
  const uint mrt_item = mrt_item1 * 32 + mrt_item0;
  const ulong mrt_first0 = (get_global_id(0) - mrt_item0) * 2;
  const ulong mrt_first1 = (get_global_id(1) - mrt_item1) * 4;
  struct mrt_complex_double sum[8] = {0};
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
        sum[mrt_at] = mrt_complex_of_double((double)0, 0);
      }
    }

  }

  const ulong mrt_trips = mrt_begin < 70 ? (ulong)70 - (ulong)mrt_begin : 0;
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
      struct mrt_complex_double mrt_staged = {0};
      if (mrt_step < mrt_steps && mrt_id1 < mrt_count1)
      {
        int i = (int)mrt_id1;
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
      struct mrt_complex_double mrt_staged = {0};
      if (mrt_step < mrt_steps && mrt_id0 < mrt_count0)
      {
        int j = (int)mrt_id0;
        const int k = mrt_begin + (int)(mrt_start + mrt_step);
        mrt_staged = b[k][j];
      }
      mrt_tile1[mrt_step][mrt_place] = mrt_staged;
    }

    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll 1
    for (uint mrt_step = 0; mrt_step < mrt_steps; mrt_step++)
    {
      struct mrt_complex_double mrt_part0[4];
      #pragma unroll
      for (uint mrt_turn = 0; mrt_turn < 4; mrt_turn++)
        mrt_part0[mrt_turn] = mrt_tile0[mrt_step][mrt_item1 + 8 * mrt_turn];

      struct mrt_complex_double mrt_part1[2];
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
          const struct mrt_complex_double mrt_value0 = mrt_part0[mrt_v];
          const struct mrt_complex_double mrt_value1 = mrt_part1[mrt_u];
          sum[mrt_at] = mrt_complex_add_double(sum[mrt_at], mrt_complex_multiply_double(mrt_complex_conjugate_double(mrt_value0), mrt_value1));
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
        c[i][j] = sum[mrt_at];
      }
    }

  }

}
__attribute__((reqd_work_group_size(16, 16, 1)))
__kernel void mrt_32x32_complex_complex_products_1(__global struct mrt_complex_double (*a_base)[70], long a_offset, __global struct mrt_complex_double (*b_base)[90], long b_offset, __global struct mrt_complex_double (*c_base)[90], long c_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global struct mrt_complex_double (*a)[70] = (__global struct mrt_complex_double (*)[70])((__global char *)a_base + a_offset);
  __global struct mrt_complex_double (*b)[90] = (__global struct mrt_complex_double (*)[90])((__global char *)b_base + b_offset);
  __global struct mrt_complex_double (*c)[90] = (__global struct mrt_complex_double (*)[90])((__global char *)c_base + c_offset);
  __local struct mrt_complex_double mrt_tile0[16][33];
  __local struct mrt_complex_double mrt_tile1[16][33];
  const uint mrt_item0 = get_local_id(0);
  const uint mrt_item1 = get_local_id(1);
  const uint mrt_item = mrt_item1 * 16 + mrt_item0;
  const ulong mrt_first0 = (get_global_id(0) - mrt_item0) * 2;
  const ulong mrt_first1 = (get_global_id(1) - mrt_item1) * 2;
  struct mrt_complex_double sum[4] = {0};
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
        sum[mrt_at] = mrt_complex_of_double((double)0, 0);
      }
    }

  }

  const ulong mrt_trips = mrt_begin < 70 ? (ulong)70 - (ulong)mrt_begin : 0;
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
      struct mrt_complex_double mrt_staged = {0};
      if (mrt_step < mrt_steps && mrt_id1 < mrt_count1)
      {
        int i = (int)mrt_id1;
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
      struct mrt_complex_double mrt_staged = {0};
      if (mrt_step < mrt_steps && mrt_id0 < mrt_count0)
      {
        int j = (int)mrt_id0;
        const int k = mrt_begin + (int)(mrt_start + mrt_step);
        mrt_staged = b[k][j];
      }
      mrt_tile1[mrt_step][mrt_place] = mrt_staged;
    }

    barrier(CLK_LOCAL_MEM_FENCE);
    #pragma unroll 1
    for (uint mrt_step = 0; mrt_step < mrt_steps; mrt_step++)
    {
      struct mrt_complex_double mrt_part0[2];
      #pragma unroll
      for (uint mrt_turn = 0; mrt_turn < 2; mrt_turn++)
        mrt_part0[mrt_turn] = mrt_tile0[mrt_step][mrt_item1 + 16 * mrt_turn];

      struct mrt_complex_double mrt_part1[2];
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
          const struct mrt_complex_double mrt_value0 = mrt_part0[mrt_v];
          const struct mrt_complex_double mrt_value1 = mrt_part1[mrt_u];
          sum[mrt_at] = mrt_complex_add_double(sum[mrt_at], mrt_complex_multiply_double(mrt_complex_conjugate_double(mrt_value0), mrt_value1));
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
        c[i][j] = sum[mrt_at];
      }
    }

  }

}
#else
__kernel void complex_complex_products_1(__global struct mrt_complex_double (*a_base)[70], long a_offset, __global struct mrt_complex_double (*b_base)[90], long b_offset, __global struct mrt_complex_double (*c_base)[90], long c_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global struct mrt_complex_double (*a)[70] = (__global struct mrt_complex_double (*)[70])((__global char *)a_base + a_offset);
  __global struct mrt_complex_double (*b)[90] = (__global struct mrt_complex_double (*)[90])((__global char *)b_base + b_offset);
  __global struct mrt_complex_double (*c)[90] = (__global struct mrt_complex_double (*)[90])((__global char *)c_base + c_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  int j = (int)mrt_id0;
  int i = (int)mrt_id1;
  struct mrt_complex_double sum = mrt_complex_of_double((double)0, 0);
  for (int k = 0; k < 70; k++)
    sum = mrt_complex_add_double(sum, mrt_complex_multiply_double(mrt_complex_conjugate_double(a[i][k]), b[k][j]));

  c[i][j] = sum;
}
#endif

/* complex.c:22:9 (tile) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(16, 16, 1)))
__kernel void complex_complex_products_2(__global struct number (*s_base)[70], long s_offset, __global struct number (*t_base)[90], long t_offset, __global double (*r_base)[90], long r_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global struct number (*s)[70] = (__global struct number (*)[70])((__global char *)s_base + s_offset);
  __global struct number (*t)[90] = (__global struct number (*)[90])((__global char *)t_base + t_offset);
  __global double (*r)[90] = (__global double (*)[90])((__global char *)r_base + r_offset);
  __local double mrt_tile0[8][65];
  __local double mrt_tile1[8][65];
  __local double mrt_tile2[8][65];
  __local double mrt_tile3[8][65];
  const uint mrt_item0 = get_local_id(0);
  const uint mrt_item1 = get_local_id(1);
  const uint mrt_item = mrt_item1 * 16 + mrt_item0;
  const ulong mrt_first0 = (get_global_id(0) - mrt_item0) * 4;
  const ulong mrt_first1 = (get_global_id(1) - mrt_item1) * 4;
  double re[16] = {0};
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
        re[mrt_at] = 0.0;
      }
    }

  }

  const ulong mrt_trips = mrt_begin < 70 ? (ulong)70 - (ulong)mrt_begin : 0;
  #pragma unroll 1
  for (ulong mrt_start = 0; mrt_start < mrt_trips; mrt_start += 8)
  {
    const uint mrt_steps = (uint)min(mrt_trips - mrt_start, (ulong)8);
    #pragma unroll
    for (uint mrt_turn = 0; mrt_turn < 2; mrt_turn++)
    {
      const uint mrt_at = mrt_turn * 256 + mrt_item;
      const uint mrt_step = mrt_at / 64;
      const uint mrt_place = mrt_at % 64;
      const ulong mrt_id1 = mrt_first1 + mrt_place;
      double mrt_staged = 0;
      if (mrt_step < mrt_steps && mrt_id1 < mrt_count1)
      {
        int i = (int)mrt_id1;
        const int k = mrt_begin + (int)(mrt_start + mrt_step);
        mrt_staged = s[i][k].re;
      }
      mrt_tile0[mrt_step][mrt_place] = mrt_staged;
    }

    #pragma unroll
    for (uint mrt_turn = 0; mrt_turn < 2; mrt_turn++)
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
        mrt_staged = t[k][j].re;
      }
      mrt_tile1[mrt_step][mrt_place] = mrt_staged;
    }

    #pragma unroll
    for (uint mrt_turn = 0; mrt_turn < 2; mrt_turn++)
    {
      const uint mrt_at = mrt_turn * 256 + mrt_item;
      const uint mrt_step = mrt_at / 64;
      const uint mrt_place = mrt_at % 64;
      const ulong mrt_id1 = mrt_first1 + mrt_place;
      double mrt_staged = 0;
      if (mrt_step < mrt_steps && mrt_id1 < mrt_count1)
      {
        int i = (int)mrt_id1;
        const int k = mrt_begin + (int)(mrt_start + mrt_step);
        mrt_staged = s[i][k].k;
      }
      mrt_tile2[mrt_step][mrt_place] = mrt_staged;
    }

    #pragma unroll
    for (uint mrt_turn = 0; mrt_turn < 2; mrt_turn++)
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
        mrt_staged = t[k][j].k;
      }
      mrt_tile3[mrt_step][mrt_place] = mrt_staged;
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

      double mrt_part3[4];
      #pragma unroll
      for (uint mrt_turn = 0; mrt_turn < 4; mrt_turn++)
        mrt_part3[mrt_turn] = mrt_tile3[mrt_step][mrt_item0 + 16 * mrt_turn];

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
          const double mrt_value3 = mrt_part3[mrt_u];
          re[mrt_at] += mrt_value0 * mrt_value1 - mrt_value2 * mrt_value3;
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
        r[i][j] = re[mrt_at];
      }
    }

  }

}
__attribute__((reqd_work_group_size(32, 8, 1)))
__kernel void mrt_64x32_complex_complex_products_2(__global struct number (*s_base)[70], long s_offset, __global struct number (*t_base)[90], long t_offset, __global double (*r_base)[90], long r_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global struct number (*s)[70] = (__global struct number (*)[70])((__global char *)s_base + s_offset);
  __global struct number (*t)[90] = (__global struct number (*)[90])((__global char *)t_base + t_offset);
  __global double (*r)[90] = (__global double (*)[90])((__global char *)r_base + r_offset);
  __local double mrt_tile0[16][33];
  __local double mrt_tile1[16][65];
  __local double mrt_tile2[16][33];
  __local double mrt_tile3[16][65];
  const uint mrt_item0 = get_local_id(0);
  const uint mrt_item1 = get_local_id(1);
  const uint mrt_item = mrt_item1 * 32 + mrt_item0;
  const ulong mrt_first0 = (get_global_id(0) - mrt_item0) * 2;
  const ulong mrt_first1 = (get_global_id(1) - mrt_item1) * 4;
  double re[8] = {0};
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
        re[mrt_at] = 0.0;
      }
    }

  }

  const ulong mrt_trips = mrt_begin < 70 ? (ulong)70 - (ulong)mrt_begin : 0;
  #pragma unroll 1
  for (ulong mrt_start = 0; mrt_start < mrt_trips; mrt_start += 16)
  {
    const uint mrt_steps = (uint)min(mrt_trips - mrt_start, (ulong)16);
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
        const int k = mrt_begin + (int)(mrt_start + mrt_step);
        mrt_staged = s[i][k].re;
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
        mrt_staged = t[k][j].re;
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
        const int k = mrt_begin + (int)(mrt_start + mrt_step);
        mrt_staged = s[i][k].k;
      }
      mrt_tile2[mrt_step][mrt_place] = mrt_staged;
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
        mrt_staged = t[k][j].k;
      }
      mrt_tile3[mrt_step][mrt_place] = mrt_staged;
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

      double mrt_part3[2];
      #pragma unroll
      for (uint mrt_turn = 0; mrt_turn < 2; mrt_turn++)
        mrt_part3[mrt_turn] = mrt_tile3[mrt_step][mrt_item0 + 32 * mrt_turn];

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
          const double mrt_value3 = mrt_part3[mrt_u];
          re[mrt_at] += mrt_value0 * mrt_value1 - mrt_value2 * mrt_value3;
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
        r[i][j] = re[mrt_at];
      }
    }

  }

}
__attribute__((reqd_work_group_size(16, 16, 1)))
__kernel void mrt_32x32_complex_complex_products_2(__global struct number (*s_base)[70], long s_offset, __global struct number (*t_base)[90], long t_offset, __global double (*r_base)[90], long r_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global struct number (*s)[70] = (__global struct number (*)[70])((__global char *)s_base + s_offset);
  __global struct number (*t)[90] = (__global struct number (*)[90])((__global char *)t_base + t_offset);
  __global double (*r)[90] = (__global double (*)[90])((__global char *)r_base + r_offset);
  __local double mrt_tile0[16][33];
  __local double mrt_tile1[16][33];
  __local double mrt_tile2[16][33];
  __local double mrt_tile3[16][33];
  const uint mrt_item0 = get_local_id(0);
  const uint mrt_item1 = get_local_id(1);
  const uint mrt_item = mrt_item1 * 16 + mrt_item0;
  const ulong mrt_first0 = (get_global_id(0) - mrt_item0) * 2;
  const ulong mrt_first1 = (get_global_id(1) - mrt_item1) * 2;
  double re[4] = {0};
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
        re[mrt_at] = 0.0;
      }
    }

  }

  const ulong mrt_trips = mrt_begin < 70 ? (ulong)70 - (ulong)mrt_begin : 0;
  #pragma unroll 1
  for (ulong mrt_start = 0; mrt_start < mrt_trips; mrt_start += 16)
  {
    const uint mrt_steps = (uint)min(mrt_trips - mrt_start, (ulong)16);
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
        const int k = mrt_begin + (int)(mrt_start + mrt_step);
        mrt_staged = s[i][k].re;
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
        mrt_staged = t[k][j].re;
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
        const int k = mrt_begin + (int)(mrt_start + mrt_step);
        mrt_staged = s[i][k].k;
      }
      mrt_tile2[mrt_step][mrt_place] = mrt_staged;
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
        mrt_staged = t[k][j].k;
      }
      mrt_tile3[mrt_step][mrt_place] = mrt_staged;
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

      double mrt_part3[2];
      #pragma unroll
      for (uint mrt_turn = 0; mrt_turn < 2; mrt_turn++)
        mrt_part3[mrt_turn] = mrt_tile3[mrt_step][mrt_item0 + 16 * mrt_turn];

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
          const double mrt_value3 = mrt_part3[mrt_u];
          re[mrt_at] += mrt_value0 * mrt_value1 - mrt_value2 * mrt_value3;
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
        r[i][j] = re[mrt_at];
      }
    }

  }

}
#else
__kernel void complex_complex_products_2(__global struct number (*s_base)[70], long s_offset, __global struct number (*t_base)[90], long t_offset, __global double (*r_base)[90], long r_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global struct number (*s)[70] = (__global struct number (*)[70])((__global char *)s_base + s_offset);
  __global struct number (*t)[90] = (__global struct number (*)[90])((__global char *)t_base + t_offset);
  __global double (*r)[90] = (__global double (*)[90])((__global char *)r_base + r_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  int j = (int)mrt_id0;
  int i = (int)mrt_id1;
  double re = 0.0;
  for (int k = 0; k < 70; k++)
    re += s[i][k].re * t[k][j].re - s[i][k].k * t[k][j].k;

  r[i][j] = re;
}
#endif
