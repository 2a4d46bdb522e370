#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

/* counters.c:5:9 (gang) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(2 * MRT_LANES, 1, 1)))
__kernel void counters_smooth_1(__global double (*b_base)[70], long b_offset, int n, __global double (*a_base)[20], long a_offset, ulong mrt_count0)
{
  __global double (*b)[70] = (__global double (*)[70])((__global char *)b_base + b_offset);
  __global double (*a)[20] = (__global double (*)[20])((__global char *)a_base + a_offset);
  __local double w[2][50][20];
  __local double v[2][50][20];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  ulong mrt_index = get_global_id(0) / MRT_LANES;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int j = (int)mrt_id0;
  int step_1;
  if (mrt_inside)
  {
    int i = 0;
    int mrt_first0 = i;
    ulong mrt_trips0 = i < 50 ? (ulong)50 - (ulong)i : 0;
    for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
    {
      i = mrt_first0 + (int)mrt_trip0;
      for (int m = 0; m < 20; m++)
        w[mrt_line][i][m] = b[j][i + m];

    }

  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  for (step_1 = 0; step_1 < n; step_1++)
  {
    if (mrt_inside)
    {
      int i_1 = 1;
      int mrt_first1 = i_1;
      ulong mrt_trips1 = i_1 < 49 ? (ulong)49 - (ulong)i_1 : 0;
      for (ulong mrt_trip1 = mrt_lane; mrt_trip1 < mrt_trips1; mrt_trip1 += MRT_LANES)
      {
        i_1 = mrt_first1 + (int)mrt_trip1;
        double sum = 0;
        for (int m_1 = 0; m_1 < n; m_1++)
        {
          v[mrt_line][i_1][m_1] = w[mrt_line][i_1 - 1][m_1] + sum;
          sum += w[mrt_line][i_1][m_1];
        }

      }

    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (mrt_inside)
    {
      int m_2 = 0;
      int mrt_first2_in = m_2;
      ulong mrt_trips2_in = m_2 < n ? (ulong)n - (ulong)m_2 : 0;
      uint mrt_wide2 = MRT_LANES;
      while (mrt_wide2 > 1 && mrt_wide2 > mrt_trips2_in)
        mrt_wide2 /= 2;

      int i_2 = 1;
      int mrt_first2 = i_2;
      ulong mrt_trips2 = i_2 < 49 ? (ulong)49 - (ulong)i_2 : 0;
      for (ulong mrt_trip2 = mrt_lane / mrt_wide2; mrt_trip2 < mrt_trips2; mrt_trip2 += MRT_LANES / mrt_wide2)
      {
        i_2 = mrt_first2 + (int)mrt_trip2;
        m_2 = 0;
        int mrt_first2_in = m_2;
        ulong mrt_trips2_in = m_2 < n ? (ulong)n - (ulong)m_2 : 0;
        for (ulong mrt_trip2_in = mrt_lane % mrt_wide2; mrt_trip2_in < mrt_trips2_in; mrt_trip2_in += mrt_wide2)
        {
          m_2 = mrt_first2_in + (int)mrt_trip2_in;
          w[mrt_line][i_2][m_2] = v[mrt_line][i_2][m_2] - w[mrt_line][i_2][m_2];
        }

      }

    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }

  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (mrt_inside)
  {
    int i_3 = 0;
    int mrt_first3 = i_3;
    ulong mrt_trips3 = i_3 < 20 ? (ulong)20 - (ulong)i_3 : 0;
    for (ulong mrt_trip3 = mrt_lane; mrt_trip3 < mrt_trips3; mrt_trip3 += MRT_LANES)
    {
      i_3 = mrt_first3 + (int)mrt_trip3;
      a[j][i_3] = w[mrt_line][i_3][3] + w[mrt_line][i_3 + 20][n - 1];
    }

  }
}
#else
__kernel void counters_smooth_1(__global double (*b_base)[70], long b_offset, int n, __global double (*a_base)[20], long a_offset, ulong mrt_count0)
{
  __global double (*b)[70] = (__global double (*)[70])((__global char *)b_base + b_offset);
  __global double (*a)[20] = (__global double (*)[20])((__global char *)a_base + a_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int j = (int)mrt_id0;
  double w[50][20];
  double v[50][20];
  int step_1;
  for (int i = 0; i < 50; i++)
    for (int m = 0; m < 20; m++)
      w[i][m] = b[j][i + m];


  for (step_1 = 0; step_1 < n; step_1++)
  {
    for (int i_1 = 1; i_1 < 49; i_1++)
    {
      double sum = 0;
      for (int m_1 = 0; m_1 < n; m_1++)
      {
        v[i_1][m_1] = w[i_1 - 1][m_1] + sum;
        sum += w[i_1][m_1];
      }

    }

    for (int i_2 = 1; i_2 < 49; i_2++)
      for (int m_2 = 0; m_2 < n; m_2++)
        w[i_2][m_2] = v[i_2][m_2] - w[i_2][m_2];


  }

  for (int i_3 = 0; i_3 < 20; i_3++)
    a[j][i_3] = w[i_3][3] + w[i_3 + 20][n - 1];

}
#endif
