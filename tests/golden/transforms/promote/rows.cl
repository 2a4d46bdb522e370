#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

/* rows.c:6:9 (promote) */
__kernel void rows_cases_1(__global double (*flux_base)[3], long flux_offset, __global double (*field_base)[3], long field_offset, ulong mrt_count0)
{
  __global double (*flux)[3] = (__global double (*)[3])((__global char *)flux_base + flux_offset);
  __global double (*field)[3] = (__global double (*)[3])((__global char *)field_base + field_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  double flux_row[3];
  int element;
  for (element = 0; element < 3; element++)
    flux_row[element] = flux[i][element];

  for (int m = 0; m < 3; m++)
    flux_row[m] -= field[i][m];

  flux_row[1] *= 0.5;
  for (int m_1 = 1; m_1 < 3; m_1++)
    flux_row[m_1 - 1] += flux_row[2];

  for (element = 0; element < 3; element++)
    flux[i][element] = flux_row[element];

}

/* rows.c:14:9 (promote) */
__kernel void rows_cases_2(__global double (*flux_base)[3], long flux_offset, __global double (*field_base)[3], long field_offset, ulong mrt_count0)
{
  __global double (*flux)[3] = (__global double (*)[3])((__global char *)flux_base + flux_offset);
  __global double (*field)[3] = (__global double (*)[3])((__global char *)field_base + field_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  double flux_row[3];
  int element;
  for (int m = 2; m >= 0; m--)
    flux_row[m] = m;

  if (i > 3)
  {
    for (int m_1 = 0; m_1 < 3; m_1++)
      flux_row[m_1] += field[i][m_1];

  }
  for (element = 0; element < 3; element++)
    flux[i][element] = flux_row[element];

}

/* rows.c:22:9 */
__kernel void rows_cases_3(__global double (*flux_base)[3], long flux_offset, __global double (*field_base)[3], long field_offset, int any_1, ulong mrt_count0)
{
  __global double (*flux)[3] = (__global double (*)[3])((__global char *)flux_base + flux_offset);
  __global double (*field)[3] = (__global double (*)[3])((__global char *)field_base + field_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  for (int m = 0; m < 2; m++)
    flux[i][m] = field[i][m];

  flux[i][any_1] += 1.0;
  if (field[i][0] > 0.0)
    flux[i][2] = 0.0;
}

/* rows.c:30:9 */
__kernel void rows_cases_4(__global double (*flux_base)[3], long flux_offset, __global double (*field_base)[3], long field_offset, ulong mrt_count0)
{
  __global double (*flux)[3] = (__global double (*)[3])((__global char *)flux_base + flux_offset);
  __global double (*field)[3] = (__global double (*)[3])((__global char *)field_base + field_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  for (int m = 0; m < 2; m++)
    flux[i][m] = field[i][m];

  flux[i][0] += 1.0;
}

/* rows.c:36:9 */
__kernel void rows_cases_5(__global double (*other_base)[3], long other_offset, __global double (*field_base)[3], long field_offset, __global double (*anywhere_base)[3], long anywhere_offset, ulong mrt_count0)
{
  __global double (*other)[3] = (__global double (*)[3])((__global char *)other_base + other_offset);
  __global double (*field)[3] = (__global double (*)[3])((__global char *)field_base + field_offset);
  __global double (*anywhere)[3] = (__global double (*)[3])((__global char *)anywhere_base + anywhere_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = 1 + (int)mrt_id0;
  for (int m = 0; m < 3; m++)
    other[i][m] = field[i - 1][m];

  for (int m_1 = 0; m_1 < 3; m_1++)
    other[i][m_1] += anywhere[i][m_1];

}
