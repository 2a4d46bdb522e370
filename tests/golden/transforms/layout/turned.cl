#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

/* r[30][40][5] is [30][5][40] where MRT_LAYOUT is not 0 */
#if MRT_LAYOUT
#define mrt_r(p, a, b, c) ((__global double (*)[5][40])(p))[a][c][b]
#else
#define mrt_r(p, a, b, c) (p)[a][b][c]
#endif

/* turned.c:6:9 (layout) */
__kernel void turned_step_1(__global double (*r_base)[40][5], long r_offset, __global double (*u_base)[40][5], long u_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global double (*r)[40][5] = (__global double (*)[40][5])((__global char *)r_base + r_offset);
  __global double (*u)[40][5] = (__global double (*)[40][5])((__global char *)u_base + u_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  int i = (int)mrt_id0;
  int j = (int)mrt_id1;
  double q = 0.0;
  for (int m = 0; m < 5; m++)
    q += mrt_r(r, j, i, m) * mrt_r(r, j, i, m);

  for (int m_1 = 0; m_1 < 5; m_1++)
    mrt_r(r, j, i, m_1) = 0.5 * mrt_r(r, j, i, m_1) / (1.0 + q) + u[j][i][m_1] - u[j][i][0];

}

/* turned.c:15:9 (layout) */
__kernel void turned_step_2(__global double (*u_base)[40][5], long u_offset, __global double (*r_base)[40][5], long r_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global double (*u)[40][5] = (__global double (*)[40][5])((__global char *)u_base + u_offset);
  __global double (*r)[40][5] = (__global double (*)[40][5])((__global char *)r_base + r_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  int i = 1 + (int)mrt_id0;
  int m = (int)mrt_id1;
  u[1][i][m] = 0.25 * (mrt_r(r, 1, i, m) + mrt_r(r, 2, i, m)) - 0.5 * mrt_r(r, 3, i, m);
}
