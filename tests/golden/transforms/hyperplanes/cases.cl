#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

/* cases.c:9:9 (hyperplanes) */
__kernel void cases_relax_1(int wave, int columns, int planes, int n, __global double (*a_base)[16][20], long a_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global double (*a)[16][20] = (__global double (*)[16][20])((__global char *)a_base + a_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  int row = (int)mrt_id0;
  int plane_2 = (int)mrt_id1;
  if (plane_2 + row <= wave && wave - plane_2 - row <= columns)
  {
    int k = 1 + plane_2;
    int row_at = 1 + row;
    int column_at = 1 + (wave - plane_2 - row);
    if (k < planes && row_at < n && column_at < n)
    {
      {
        a[k][row_at][column_at] = 0.25 * (a[k - 1][row_at][column_at] + a[k][row_at - 1][column_at] + a[k][row_at][column_at - 1]);
      }
    }
  }
}

/* cases.c:34:9 (hyperplanes) */
__kernel void cases_back_1(int wave_2, int columns_2, int planes, int n, __global double (*c_base)[20], long c_offset, __global double (*b_base)[16][20], long b_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global double (*c)[20] = (__global double (*)[20])((__global char *)c_base + c_offset);
  __global double (*b)[16][20] = (__global double (*)[16][20])((__global char *)b_base + b_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  int row_2 = (int)mrt_id0;
  int plane_3 = (int)mrt_id1;
  if (plane_3 + row_2 <= wave_2 && wave_2 - plane_3 - row_2 <= columns_2)
  {
    int k = planes - 2 - plane_3;
    int row_at_2 = 1 + row_2;
    int column_at_2 = n - 1 - (wave_2 - plane_3 - row_2);
    if (k >= 0 && row_at_2 < n && column_at_2 >= 1)
    {
      {
        double v_half_2_1 = 0.5 * k;
        c[row_at_2][column_at_2] = v_half_2_1 - b[k + 1][row_at_2][column_at_2];
      }
      {
        b[k][row_at_2][column_at_2] -= c[row_at_2][column_at_2] * b[k][row_at_2 - 1][column_at_2] * b[k][row_at_2][column_at_2 + 1];
      }
    }
  }
}
