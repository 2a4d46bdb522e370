#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

void blocks_f_1_factorise(double (*a)[4]);
void blocks_f_1_solve(double (*a_1)[4], double *x);

void blocks_f_1_factorise(double (*a)[4])
{
  int m_3;
  int l_1;
  int pivot;
  for (pivot = 0; pivot < 4; pivot++)
  {
    a[pivot][pivot] = 1.0 / a[pivot][pivot];
    for (m_3 = pivot + 1; m_3 < 4; m_3++)
    {
      a[m_3][pivot] *= a[pivot][pivot];
      for (l_1 = pivot + 1; l_1 < 4; l_1++)
        a[m_3][l_1] -= a[m_3][pivot] * a[pivot][l_1];

    }

  }

}


void blocks_f_1_solve(double (*a_1)[4], double *x)
{
  for (int m_4 = 1; m_4 < 4; m_4++)
    for (int l_2 = 0; l_2 < m_4; l_2++)
      x[m_4] -= a_1[m_4][l_2] * x[l_2];


  for (int m_5 = 4 - 1; m_5 >= 0; m_5--)
  {
    for (int l_3 = m_5 + 1; l_3 < 4; l_3++)
      x[m_5] -= a_1[m_5][l_3] * x[l_3];

    x[m_5] *= a_1[m_5][m_5];
  }

}


/* blocks.c:32:9 (unroll) */
__kernel void blocks_f_1(__global double (*in_base)[24][4], long in_offset, __global double (*out_base)[24][4], long out_offset, ulong mrt_count0)
{
  __global double (*in)[24][4] = (__global double (*)[24][4])((__global char *)in_base + in_offset);
  __global double (*out)[24][4] = (__global double (*)[24][4])((__global char *)out_base + out_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  double row[24][4];
  #pragma unroll 8
  for (int p = 0; p < 24; p++)
    for (int m = 0; m < 4; m++)
      row[p][m] = in[i][p][m];


  #pragma unroll 1
  for (int p_1 = 0; p_1 < 24; p_1++)
  {
    double block[4][4];
    for (int m_1 = 0; m_1 < 4; m_1++)
      for (int l = 0; l < 4; l++)
        block[m_1][l] = m_1 == l ? 4.0 + row[p_1][m_1] : 0.25 * (m_1 - l);


    blocks_f_1_factorise(block);
    blocks_f_1_solve(block, row[p_1]);
  }

  #pragma unroll 8
  for (int p_2 = 0; p_2 < 24; p_2++)
    for (int m_2 = 0; m_2 < 4; m_2++)
      out[i][p_2][m_2] = row[p_2][m_2];


}
