#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

/* triangles.c:10:9 (gang) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void triangles_lower_rows_1(int n, __global double (*x_base)[40], long x_offset, __global double (*a_base)[40], long a_offset, ulong mrt_count0)
{
  __global double (*x)[40] = (__global double (*)[40])((__global char *)x_base + x_offset);
  __global double (*a)[40] = (__global double (*)[40])((__global char *)a_base + a_offset);
  __local double mrt_tree0[4 * MRT_LANES];
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  ulong mrt_index = get_global_id(0) / MRT_LANES;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int i = 1 + (int)mrt_id0;
  for (int j = n - 2; j >= 0; j--)
  {
    double s;
    if (mrt_inside)
    {
      s = x[i][j + 1];
    }
    double mrt_part0 = 0;
    if (mrt_inside)
    {
      int k = 0;
      int mrt_first0 = k;
      ulong mrt_trips0 = k < i ? (ulong)i - (ulong)k : 0;
      for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
      {
        k = mrt_first0 + (int)mrt_trip0;
        mrt_part0 += a[i][k] * a[j][k];
      }

    }
    mrt_tree0[mrt_item] = mrt_part0;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    for (ulong mrt_half = MRT_LANES / 2; mrt_half > 0; mrt_half /= 2)
    {
      if (mrt_lane < mrt_half)
      {
        mrt_tree0[mrt_item] = mrt_tree0[mrt_item] + mrt_tree0[mrt_item + mrt_half];
      }
      barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    }

    if (mrt_inside)
    {
      s = s + mrt_tree0[mrt_item - mrt_lane];
      {
        if (mrt_lane == 0)
          x[i][j] = s;
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }

}
#else
__kernel void triangles_lower_rows_1(int n, __global double (*x_base)[40], long x_offset, __global double (*a_base)[40], long a_offset, ulong mrt_count0)
{
  __global double (*x)[40] = (__global double (*)[40])((__global char *)x_base + x_offset);
  __global double (*a)[40] = (__global double (*)[40])((__global char *)a_base + a_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = 1 + (int)mrt_id0;
  for (int j = n - 2; j >= 0; j--)
  {
    double s = x[i][j + 1];
    for (int k = 0; k < i; k++)
      s += a[i][k] * a[j][k];

    x[i][j] = s;
  }

}
#endif

/* triangles.c:22:9 (gang) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(4 * MRT_LANES, 1, 1)))
__kernel void triangles_planes_1(int ny, int nz, __global double (*field_base)[40][40], long field_offset, __global double (*flux_base)[40][40], long flux_offset, __global double (*ends_base)[40], long ends_offset, ulong mrt_count0)
{
  __global double (*field)[40][40] = (__global double (*)[40][40])((__global char *)field_base + field_offset);
  __global double (*flux)[40][40] = (__global double (*)[40][40])((__global char *)flux_base + flux_offset);
  __global double (*ends)[40] = (__global double (*)[40])((__global char *)ends_base + ends_offset);
  const uint mrt_item = get_local_id(0);
  const uint mrt_lane = mrt_item % MRT_LANES;
  const uint mrt_line = mrt_item / MRT_LANES;
  ulong mrt_index = get_global_id(0) / MRT_LANES;
  const int mrt_inside = mrt_index < mrt_count0;
  const ulong mrt_id0 = mrt_index;
  int p = (int)mrt_id0;
  double t;
  for (int y = 0; y < ny; y++)
  {
    if (mrt_inside)
    {
      int z = 0;
      int mrt_first0 = z;
      ulong mrt_trips0 = z < nz ? (ulong)nz - (ulong)z : 0;
      for (ulong mrt_trip0 = mrt_lane; mrt_trip0 < mrt_trips0; mrt_trip0 += MRT_LANES)
      {
        z = mrt_first0 + (int)mrt_trip0;
        t = field[p][y][z] - field[p][y + 1][z];
        flux[p][y][z] += t;
      }

    }
    if (mrt_inside)
    {
      t = field[p][y][nz];
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (mrt_inside)
    {
      {
        if (mrt_lane == 0)
          flux[p][y][nz] -= t;
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (mrt_inside)
    {
      int z_1 = 0;
      int mrt_first1 = z_1;
      ulong mrt_trips1 = z_1 < nz ? (ulong)nz - (ulong)z_1 : 0;
      for (ulong mrt_trip1 = mrt_lane; mrt_trip1 < mrt_trips1; mrt_trip1 += MRT_LANES)
      {
        z_1 = mrt_first1 + (int)mrt_trip1;
        t = field[p][ny][z_1] - flux[p][y][z_1];
        flux[p][ny][z_1] += t;
      }

    }
    if (mrt_inside)
    {
      t = field[p][ny][nz];
      {
        if (mrt_lane == 0)
          ends[p][y] = t;
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }

}
#else
__kernel void triangles_planes_1(int ny, int nz, __global double (*field_base)[40][40], long field_offset, __global double (*flux_base)[40][40], long flux_offset, __global double (*ends_base)[40], long ends_offset, ulong mrt_count0)
{
  __global double (*field)[40][40] = (__global double (*)[40][40])((__global char *)field_base + field_offset);
  __global double (*flux)[40][40] = (__global double (*)[40][40])((__global char *)flux_base + flux_offset);
  __global double (*ends)[40] = (__global double (*)[40])((__global char *)ends_base + ends_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int p = (int)mrt_id0;
  double t;
  for (int y = 0; y < ny; y++)
  {
    for (int z = 0; z < nz; z++)
    {
      t = field[p][y][z] - field[p][y + 1][z];
      flux[p][y][z] += t;
    }

    t = field[p][y][nz];
    flux[p][y][nz] -= t;
    for (int z_1 = 0; z_1 < nz; z_1++)
    {
      t = field[p][ny][z_1] - flux[p][y][z_1];
      flux[p][ny][z_1] += t;
    }

    t = field[p][ny][nz];
    ends[p][y] = t;
  }

}
#endif
