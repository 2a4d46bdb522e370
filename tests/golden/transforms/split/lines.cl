#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

double lines_lines_1_twice(double x);

double lines_lines_1_twice(double x)
{
  return 2.0 * x;
}


/* lines.c:11:9 (split) */
__kernel void lines_lines_1(__global double (*a_base)[100], long a_offset, int n, int middle, __global double (*b_base)[100], long b_offset, ulong mrt_count0)
{
  __global double (*a)[100] = (__global double (*)[100])((__global char *)a_base + a_offset);
  __global double (*b)[100] = (__global double (*)[100])((__global char *)b_base + b_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  double line[100];
  int p;
  {
    p = 0;
    #pragma unroll 1
    for (; p < 100 && !(p != 0 && p > 0); p++)
    {
      line[p] = (p == 0 || p == 99 ? 0.5 : 1.0) * a[i][p];
      if (p > 0)
        line[p] += a[i][p - 1];
      if (98 >= p)
        line[p] += a[i][p + 1];
    }

    for (; p <= 98; p++)
    {
      line[p] = 1.0 * a[i][p];
      line[p] += a[i][p - 1];
      line[p] += a[i][p + 1];
    }

    #pragma unroll 1
    for (; p < 100; p++)
    {
      line[p] = (p == 0 || p == 99 ? 0.5 : 1.0) * a[i][p];
      if (p > 0)
        line[p] += a[i][p - 1];
      if (98 >= p)
        line[p] += a[i][p + 1];
    }

  }
  {
    p = n - 1;
    #pragma unroll 1
    for (; p >= 0 && !(p < n - 1 && p <= middle); p--)
    {
      if (p < n - 1 && line[p] > 0.0)
        line[p] -= line[p + 1];
      else
        line[p] = 0.0;
      if (p != middle)
        b[i][p] = line[p];
      if (p <= middle)
        b[i][p] += 1.0;
    }

    for (; p >= 0; p--)
    {
      if (line[p] > 0.0)
        line[p] -= line[p + 1];
      else
        line[p] = 0.0;
      if (p != middle)
        b[i][p] = line[p];
      b[i][p] += 1.0;
    }

  }
  for (int q = 1; q < n; q++)
  {
    if (q < middle)
      b[i][q] += lines_lines_1_twice(line[q]);
    if (q > middle)
      break;
  }

  for (p = 1; p < 99; p++)
  {
    int moving = p - i;
    if (p < moving)
      b[i][p] += line[p];
  }

}
