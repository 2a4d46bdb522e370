#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

/* cases.c:14:9 (spmd) */
__kernel void cases_systems_1(int lines, __global double (*right_base)[20][40], long right_offset, __global double *diagonal_base, long diagonal_offset, __global double (*solved_base)[20][40], long solved_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global double (*right)[20][40] = (__global double (*)[20][40])((__global char *)right_base + right_offset);
  __global double *diagonal = (__global double *)((__global char *)diagonal_base + diagonal_offset);
  __global double (*solved)[20][40] = (__global double (*)[20][40])((__global char *)solved_base + solved_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  int j = (int)mrt_id0;
  int k = (int)mrt_id1;
  double c[20];
  double d[20];
  c[0] = 0.5;
  d[0] = right[k][0][j];
  for (int i = 1; i < 20; i++)
  {
    double at = 3 + diagonal[i];
    {
      int lines_1_2 = lines;
      double at_1_2 = at;
      {
        c[i] = c[i - 1] * 0.5 + at_1_2;
      }
    }
    {
      d[i] = right[k][i][j] - d[i - 1] * c[i];
    }
  }

  for (int i_1 = 0; i_1 < 20; i_1++)
  {
    solved[k][i_1][j] = d[i_1];
  }

}
