#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

/* volume.c:6:9 (halo) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(32, 8, 1)))
__kernel void volume_star_1(__global double (*volume_base)[24][70], long volume_offset, __global double (*result_base)[24][70], long result_offset, ulong mrt_count0, ulong mrt_count1, ulong mrt_count2)
{
  __global double (*volume)[24][70] = (__global double (*)[24][70])((__global char *)volume_base + volume_offset);
  __global double (*result)[24][70] = (__global double (*)[24][70])((__global char *)result_base + result_offset);
  const uint mrt_item0 = get_local_id(0);
  const uint mrt_item1 = get_local_id(1);
  const ulong mrt_first0 = get_global_id(0) - mrt_item0;
  const uint mrt_have0 = (uint)min(mrt_count0 - mrt_first0, (ulong)32);
  const ulong mrt_first1 = (get_global_id(1) - mrt_item1) * 4;
  const uint mrt_have1 = (uint)min(mrt_count1 - mrt_first1, (ulong)32);
  const ulong mrt_id2 = get_global_id(2);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_have0 == 32 && mrt_have1 == 32)
  {
    #pragma unroll
    for (uint mrt_turn = 0; mrt_turn < 4; mrt_turn++)
    {
      const uint mrt_row = mrt_item1 * 4 + mrt_turn;
      const ulong mrt_id1 = mrt_first1 + mrt_row;
      {
        int k = 3 + (int)mrt_id0;
        int j = 3 + (int)mrt_id1;
        int i = 3 + (int)mrt_id2;
        double sum = volume[i][j][k];
        {
          #pragma unroll
          for (int r = 1; r <= 3; r++)
            sum += (volume[i - r][j][k] + volume[i + r][j][k] + volume[i][j - r][k] + volume[i][j + r][k] + volume[i][j][k - r] + volume[i][j][k + r]) / r;

        }
        result[i][j][k] = sum;
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
        int k = 3 + (int)mrt_id0;
        int j = 3 + (int)mrt_id1;
        int i = 3 + (int)mrt_id2;
        double sum = volume[i][j][k];
        {
          #pragma unroll
          for (int r = 1; r <= 3; r++)
            sum += (volume[i - r][j][k] + volume[i + r][j][k] + volume[i][j - r][k] + volume[i][j + r][k] + volume[i][j][k - r] + volume[i][j][k + r]) / r;

        }
        result[i][j][k] = sum;
      }
    }

  }
}
#else
__kernel void volume_star_1(__global double (*volume_base)[24][70], long volume_offset, __global double (*result_base)[24][70], long result_offset, ulong mrt_count0, ulong mrt_count1, ulong mrt_count2)
{
  __global double (*volume)[24][70] = (__global double (*)[24][70])((__global char *)volume_base + volume_offset);
  __global double (*result)[24][70] = (__global double (*)[24][70])((__global char *)result_base + result_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  const ulong mrt_id2 = get_global_id(2);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1 || mrt_id2 >= mrt_count2)
    return;
  int k = 3 + (int)mrt_id0;
  int j = 3 + (int)mrt_id1;
  int i = 3 + (int)mrt_id2;
  double sum = volume[i][j][k];
  for (int r = 1; r <= 3; r++)
    sum += (volume[i - r][j][k] + volume[i + r][j][k] + volume[i][j - r][k] + volume[i][j + r][k] + volume[i][j][k - r] + volume[i][j][k + r]) / r;

  result[i][j][k] = sum;
}
#endif
