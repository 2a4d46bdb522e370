#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

/* nearest.c:6:9 (interchange) */
__kernel void nearest_nearest_1(__global double (*g_base)[30][40][5][5], long g_offset, __global double (*f_base)[30][40][5][5], long f_offset, ulong mrt_count0, ulong mrt_count1, ulong mrt_count2)
{
  __global double (*g)[30][40][5][5] = (__global double (*)[30][40][5][5])((__global char *)g_base + g_offset);
  __global double (*f)[30][40][5][5] = (__global double (*)[30][40][5][5])((__global char *)f_base + f_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  const ulong mrt_id2 = get_global_id(2);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1 || mrt_id2 >= mrt_count2)
    return;
  int k = (int)mrt_id0;
  int i = 1 + (int)mrt_id1;
  int j = (int)mrt_id2;
  g[i][j][k][0][1] = f[i - 1][j][k][1][0] + f[i + 1][j][k][4][4];
  g[i][j][k][3][2] = f[i][j][k][2][3];
}
