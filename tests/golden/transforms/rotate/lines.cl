#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

/* lines.c:6:9 (rotate) */
__kernel void lines_lines_1(__global double (*load_base)[100], long load_offset, __global double (*field_base)[100], long field_offset, int n, ulong mrt_count0)
{
  __global double (*load)[100] = (__global double (*)[100])((__global char *)load_base + load_offset);
  __global double (*field)[100] = (__global double (*)[100])((__global char *)field_base + field_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  double band[100][2];
  double x[100][2];
  int p;
  int m;
  for (p = 0; p < 100; p++)
  {
    band[p][0] = 2.0 + load[i][p];
    band[p][1] = -0.5;
    x[p][0] = field[i][p];
    x[p][1] = load[i][p];
  }

  {
    p = 0;
    double mrt_kept1_0;
    double mrt_kept1_1;
    double mrt_kept1_2;
    double mrt_kept1_3;
    double mrt_kept1_4;
    double mrt_kept1_5;
    double mrt_kept1_6;
    double mrt_kept1_7;
    int mrt_ran1 = p < 98;
    if (mrt_ran1)
    {
      mrt_kept1_0 = band[p][0];
      mrt_kept1_2 = x[p][0];
      mrt_kept1_3 = x[p + 1][0];
      mrt_kept1_5 = x[p][1];
      mrt_kept1_6 = x[p + 1][1];
    }
    for (; p < 98; p++)
    {
      mrt_kept1_1 = band[p + 1][0];
      mrt_kept1_4 = x[p + 2][0];
      mrt_kept1_7 = x[p + 2][1];
      {
        double factor = 1.0 / mrt_kept1_0;
        band[p][1] *= factor;
        mrt_kept1_1 += 0.5 * band[p][1];
        {
          {
            mrt_kept1_2 *= factor;
            mrt_kept1_3 += 0.5 * mrt_kept1_2;
            mrt_kept1_4 -= 0.25 * mrt_kept1_2;
          }
          {
            mrt_kept1_5 *= factor;
            mrt_kept1_6 += 0.5 * mrt_kept1_5;
            mrt_kept1_7 -= 0.25 * mrt_kept1_5;
          }
          m = 2;
        }
      }
      band[p + 1][0] = mrt_kept1_1;
      mrt_kept1_0 = mrt_kept1_1;
      x[p][0] = mrt_kept1_2;
      mrt_kept1_2 = mrt_kept1_3;
      mrt_kept1_3 = mrt_kept1_4;
      x[p][1] = mrt_kept1_5;
      mrt_kept1_5 = mrt_kept1_6;
      mrt_kept1_6 = mrt_kept1_7;
    }

    if (mrt_ran1)
    {
      x[p][0] = mrt_kept1_2;
      x[p + 1][0] = mrt_kept1_3;
      x[p][1] = mrt_kept1_5;
      x[p + 1][1] = mrt_kept1_6;
    }
  }
  {
    p = n - 2;
    double mrt_kept2_0;
    double mrt_kept2_1;
    int mrt_ran2 = p >= 0;
    if (mrt_ran2)
    {
      mrt_kept2_0 = field[i][p + 1];
    }
    for (; p >= 0; p--)
    {
      mrt_kept2_1 = x[p][0] - band[p][1] * mrt_kept2_0;
      field[i][p] = mrt_kept2_1;
      mrt_kept2_0 = mrt_kept2_1;
    }

  }
  for (p = 1; p < n; p++)
    if (x[p][0] > x[p - 1][0])
      x[p][1] += x[p - 1][1];

  for (p = 0; p < n; p++)
    load[i][p] = x[p][1];

}
