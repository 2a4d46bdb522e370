#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

long mrt_entry(__global const long *table, long first, long step, long index);
long mrt_entry(__global const long *table, long first, long step, long index)
{
  return step != 0 ? first + index * step : table[index];
}

double rows_rows_2_row_sum(long x, int i_1, int n_1, __global long *a_rows, long a_rows_first, long a_rows_step, __global double *a);

double rows_rows_2_row_sum(long x, int i_1, int n_1, __global long *a_rows, long a_rows_first, long a_rows_step, __global double *a)
{
  double sum = 0.0;
  int j_1;
  long mrt_row2 = (int)0 < n_1 ? mrt_entry(a_rows, a_rows_first, a_rows_step, x + (i_1 - 1)) : 0L;
  long mrt_row3 = (int)0 < n_1 ? mrt_entry(a_rows, a_rows_first, a_rows_step, x + (i_1 + 1)) : 0L;
  for (j_1 = 0; j_1 < n_1; j_1++)
    sum += a[mrt_row2 + j_1] + a[mrt_row3 + j_1];

  return sum;
}


/* rows.c:18:9 (hoist) */
__kernel void rows_rows_1(uint first, __global long *grid_rows_base, long grid_rows_offset, long grid_rows_first, long grid_rows_step, __global long *grid_rows1_base, long grid_rows1_offset, long grid_rows1_first, long grid_rows1_step, __global double *grid_base, long grid_offset, __global long *a_rows_base, long a_rows_offset, long a_rows_first, long a_rows_step, __global double *a_base, long a_offset, ulong mrt_count0)
{
  __global long *grid_rows = (__global long *)((__global char *)grid_rows_base + grid_rows_offset);
  __global long *grid_rows1 = (__global long *)((__global char *)grid_rows1_base + grid_rows1_offset);
  __global double *grid = (__global double *)((__global char *)grid_base + grid_offset);
  __global long *a_rows = (__global long *)((__global char *)a_rows_base + a_rows_offset);
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = 1 + (int)mrt_id0;
  long mrt_row1 = (uint)(first - 1) < 9 ? mrt_entry(grid_rows1, grid_rows1_first, grid_rows1_step, mrt_entry(grid_rows, grid_rows_first, grid_rows_step, i) + 2 * i) : 0L;
  long mrt_row2 = (uint)(first - 1) < 9 ? mrt_entry(grid_rows, grid_rows_first, grid_rows_step, i) : 0L;
  long mrt_row3 = (uint)(first - 1) < 9 ? mrt_entry(a_rows, a_rows_first, a_rows_step, i) : 0L;
  for (uint j = first - 1; j < 9; j++)
  {
    grid[mrt_row1 + j] = grid[mrt_entry(grid_rows1, grid_rows1_first, grid_rows1_step, mrt_row2 + j) + 0] + a[mrt_row3 + j];
    a[mrt_row3 + (j + 1)] = 0.5;
  }

}

/* rows.c:24:9 (hoist) */
__kernel void rows_rows_2(int n, __global long *a_rows_base, long a_rows_offset, long a_rows_first, long a_rows_step, __global double *a_base, long a_offset, __global int *order_base, long order_offset, ulong mrt_count0)
{
  __global long *a_rows = (__global long *)((__global char *)a_rows_base + a_rows_offset);
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  __global int *order = (__global int *)((__global char *)order_base + order_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = 1 + (int)mrt_id0;
  long mrt_row1 = (int)0 < 9 ? mrt_entry(a_rows, a_rows_first, a_rows_step, i) : 0L;
  for (int j = 0; j < 9; j++)
  {
    if (j > n)
      a[mrt_entry(a_rows, a_rows_first, a_rows_step, i) + j] = rows_rows_2_row_sum(0L, i, n, a_rows, a_rows_first, a_rows_step, a);
    a[mrt_row1 + 0] += a[mrt_entry(a_rows, a_rows_first, a_rows_step, order[i]) + j];
  }

}

/* rows.c:31:9 */
__kernel void rows_rows_3(int n, __global long *a_rows_base, long a_rows_offset, long a_rows_first, long a_rows_step, __global double *a_base, long a_offset, ulong mrt_count0)
{
  __global long *a_rows = (__global long *)((__global char *)a_rows_base + a_rows_offset);
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = 1 + (int)mrt_id0;
  for (int j = 0; j < 9; j++)
  {
    if (j > n)
      break;
    a[mrt_entry(a_rows, a_rows_first, a_rows_step, i) + 0] += 1.0;
  }

}
