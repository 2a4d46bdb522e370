#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

/* triangles.c:6:9 (promote) */
__kernel void triangles_times_triangle_1(int n, __global double (*x_base)[20], long x_offset, __global double (*a_base)[20], long a_offset, ulong mrt_count0)
{
  __global double (*x)[20] = (__global double (*)[20])((__global char *)x_base + x_offset);
  __global double (*a)[20] = (__global double (*)[20])((__global char *)a_base + a_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  for (int j = n - 1; j >= 0; j--)
  {
    int x_ran = (int)0 < j;
    double x_element = x_ran ? x[i][j] : 0;
    for (int k = 0; k < j; k++)
      x_element += a[j][k] * x[i][k];

    if (x_ran)
    {
      x[i][j] = x_element;
    }
  }

}

/* triangles.c:11:9 */
__kernel void triangles_times_triangle_2(int n, __global double (*x_base)[20], long x_offset, __global double (*a_base)[20], long a_offset, ulong mrt_count0)
{
  __global double (*x)[20] = (__global double (*)[20])((__global char *)x_base + x_offset);
  __global double (*a)[20] = (__global double (*)[20])((__global char *)a_base + a_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  for (int j = n - 1; j >= 0; j--)
    for (int k = 0; k <= j; k++)
      x[i][j] += a[j][k] * x[i][k];


}
