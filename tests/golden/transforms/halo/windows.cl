#pragma OPENCL FP_CONTRACT OFF

/* windows.c:6:9 (halo) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(32, 8, 1)))
__kernel void windows_inner_1(__global float *weights_base, long weights_offset, __global float *in_base, long in_offset, int w, __global float *out_base, long out_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global float *weights = (__global float *)((__global char *)weights_base + weights_offset);
  __global float *in = (__global float *)((__global char *)in_base + in_offset);
  __global float *out = (__global float *)((__global char *)out_base + out_offset);
  const uint mrt_item0 = get_local_id(0);
  const uint mrt_item1 = get_local_id(1);
  const ulong mrt_first0 = get_global_id(0) - mrt_item0;
  const uint mrt_have0 = (uint)min(mrt_count0 - mrt_first0, (ulong)32);
  const ulong mrt_first1 = (get_global_id(1) - mrt_item1) * 4;
  const uint mrt_have1 = (uint)min(mrt_count1 - mrt_first1, (ulong)32);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_have0 == 32 && mrt_have1 == 32)
  {
    #pragma unroll
    for (uint mrt_turn = 0; mrt_turn < 4; mrt_turn++)
    {
      const uint mrt_row = mrt_item1 * 4 + mrt_turn;
      const ulong mrt_id1 = mrt_first1 + mrt_row;
      {
        int j = 2 + (int)mrt_id0;
        int i = 2 + (int)mrt_id1;
        float sum = 0.0f;
        {
          #pragma unroll
          for (int p = 0; p < 5; p++)
          {
            #pragma unroll
            for (int q = 0; q < 5; q++)
              sum += weights[p * 5 + q] * in[(i + p - 2) * w + j + q - 2];

          }

        }
        out[i * w + j] = sum;
      }
    }

  }
  else
  {
    #pragma unroll 1
    for (uint mrt_turn = 0; mrt_turn < 4; mrt_turn++)
    {
      const uint mrt_row = mrt_item1 * 4 + mrt_turn;
      const ulong mrt_id1 = mrt_first1 + mrt_row;
      if (mrt_item0 < mrt_have0 && mrt_row < mrt_have1)
      {
        int j = 2 + (int)mrt_id0;
        int i = 2 + (int)mrt_id1;
        float sum = 0.0f;
        {
          #pragma unroll
          for (int p = 0; p < 5; p++)
          {
            #pragma unroll
            for (int q = 0; q < 5; q++)
              sum += weights[p * 5 + q] * in[(i + p - 2) * w + j + q - 2];

          }

        }
        out[i * w + j] = sum;
      }
    }

  }
}
#else
__kernel void windows_inner_1(__global float *weights_base, long weights_offset, __global float *in_base, long in_offset, int w, __global float *out_base, long out_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global float *weights = (__global float *)((__global char *)weights_base + weights_offset);
  __global float *in = (__global float *)((__global char *)in_base + in_offset);
  __global float *out = (__global float *)((__global char *)out_base + out_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  int j = 2 + (int)mrt_id0;
  int i = 2 + (int)mrt_id1;
  float sum = 0.0f;
  for (int p = 0; p < 5; p++)
    for (int q = 0; q < 5; q++)
      sum += weights[p * 5 + q] * in[(i + p - 2) * w + j + q - 2];


  out[i * w + j] = sum;
}
#endif

/* windows.c:19:9 (halo) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(32, 8, 1)))
__kernel void windows_tested_1(int h, int w, __global uchar *in_base, long in_offset, __global uchar *out_base, long out_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global uchar *in = (__global uchar *)((__global char *)in_base + in_offset);
  __global uchar *out = (__global uchar *)((__global char *)out_base + out_offset);
  __local uchar mrt_halo0[1444];
  const uint mrt_item0 = get_local_id(0);
  const uint mrt_item1 = get_local_id(1);
  const uint mrt_item = mrt_item1 * 32 + mrt_item0;
  const ulong mrt_first0 = get_global_id(0) - mrt_item0;
  const uint mrt_have0 = (uint)min(mrt_count0 - mrt_first0, (ulong)32);
  const ulong mrt_first1 = (get_global_id(1) - mrt_item1) * 4;
  const uint mrt_have1 = (uint)min(mrt_count1 - mrt_first1, (ulong)32);
  {
    const ulong mrt_id0 = mrt_first0;
    const ulong mrt_id1 = mrt_first1;
    int x = (int)mrt_id0;
    int y = (int)mrt_id1;
    const long mrt_start0 = (long)y - 3;
    const long mrt_start1 = (long)x - 3;
    for (uint mrt_at = mrt_item; mrt_at < 1444; mrt_at += 256)
    {
      const uint mrt_to0 = mrt_at / 38;
      const uint mrt_to1 = mrt_at % 38;
      if (mrt_to0 < mrt_have1 + 6 && mrt_to1 < mrt_have0 + 6)
      {
        const long mrt_place0 = mrt_start0 + mrt_to0;
        const long mrt_place1 = mrt_start1 + mrt_to1;
        if (h >= mrt_place0 + 1 && mrt_place0 >= 0 && w >= mrt_place1 + 1 && mrt_place1 >= 0)
          mrt_halo0[mrt_at] = in[mrt_place0 * (long)w + mrt_place1];
      }
    }

  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_have0 == 32 && mrt_have1 == 32)
  {
    #pragma unroll
    for (uint mrt_turn = 0; mrt_turn < 4; mrt_turn++)
    {
      const uint mrt_row = mrt_item1 * 4 + mrt_turn;
      const ulong mrt_id1 = mrt_first1 + mrt_row;
      {
        int x = (int)mrt_id0;
        int y = (int)mrt_id1;
        const int mrt_own0 = (int)mrt_row * 38 + (int)mrt_item0;
        int most = 0;
        {
          #pragma unroll
          for (int mrt_pass_b = 0; mrt_pass_b < 7; mrt_pass_b++)
          {
            int b = y - 3 + mrt_pass_b;
            {
              #pragma unroll
              for (int mrt_pass_a = 0; mrt_pass_a < 7; mrt_pass_a++)
              {
                int a = x - 3 + mrt_pass_a;
                if (b >= 0 && b < h && a >= 0 && a < w && mrt_halo0[mrt_own0 + (b - y + 3) * 38 + (a - x + 3)] > most)
                  most = mrt_halo0[mrt_own0 + (b - y + 3) * 38 + (a - x + 3)];
              }

            }
          }

        }
        out[y * w + x] = most;
      }
    }

  }
  else
  {
    #pragma unroll 1
    for (uint mrt_turn = 0; mrt_turn < 4; mrt_turn++)
    {
      const uint mrt_row = mrt_item1 * 4 + mrt_turn;
      const ulong mrt_id1 = mrt_first1 + mrt_row;
      if (mrt_item0 < mrt_have0 && mrt_row < mrt_have1)
      {
        int x = (int)mrt_id0;
        int y = (int)mrt_id1;
        const int mrt_own0 = (int)mrt_row * 38 + (int)mrt_item0;
        int most = 0;
        {
          #pragma unroll
          for (int mrt_pass_b = 0; mrt_pass_b < 7; mrt_pass_b++)
          {
            int b = y - 3 + mrt_pass_b;
            {
              #pragma unroll
              for (int mrt_pass_a = 0; mrt_pass_a < 7; mrt_pass_a++)
              {
                int a = x - 3 + mrt_pass_a;
                if (b >= 0 && b < h && a >= 0 && a < w && mrt_halo0[mrt_own0 + (b - y + 3) * 38 + (a - x + 3)] > most)
                  most = mrt_halo0[mrt_own0 + (b - y + 3) * 38 + (a - x + 3)];
              }

            }
          }

        }
        out[y * w + x] = most;
      }
    }

  }
}
#else
__kernel void windows_tested_1(int h, int w, __global uchar *in_base, long in_offset, __global uchar *out_base, long out_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global uchar *in = (__global uchar *)((__global char *)in_base + in_offset);
  __global uchar *out = (__global uchar *)((__global char *)out_base + out_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  int x = (int)mrt_id0;
  int y = (int)mrt_id1;
  int most = 0;
  for (int b = y - 3; b <= y + 3; b++)
    for (int a = x - 3; a <= x + 3; a++)
      if (b >= 0 && b < h && a >= 0 && a < w && in[b * w + a] > most)
        most = in[b * w + a];


  out[y * w + x] = most;
}
#endif
