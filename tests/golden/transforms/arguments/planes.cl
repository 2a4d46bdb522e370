#pragma OPENCL FP_CONTRACT OFF

struct grid
{
  int planes;
  int rows;
  int columns;
  ulong now;
  ulong next;
};

long mrt_entry(__global const long *table, long first, long step, long index);
long mrt_entry(__global const long *table, long first, long step, long index)
{
  return step != 0 ? first + index * step : table[index];
}

/* planes.c:9:9 (arguments) */
__kernel void planes_step_1(__global long *grid_next_rows_base, long grid_next_rows_offset, long grid_next_rows_first, long grid_next_rows_step, __global long *grid_next_rows1_base, long grid_next_rows1_offset, long grid_next_rows1_first, long grid_next_rows1_step, __global float *grid_next_base, long grid_next_offset, __global long *grid_now_rows_base, long grid_now_rows_offset, long grid_now_rows_first, long grid_now_rows_step, __global long *grid_now_rows1_base, long grid_now_rows1_offset, long grid_now_rows1_first, long grid_now_rows1_step, __global float *grid_now_base, long grid_now_offset, int grid_rows, int grid_columns, ulong mrt_count0)
{
  __global long *grid_next_rows = (__global long *)((__global char *)grid_next_rows_base + grid_next_rows_offset);
  __global long *grid_next_rows1 = (__global long *)((__global char *)grid_next_rows1_base + grid_next_rows1_offset);
  __global float *grid_next = (__global float *)((__global char *)grid_next_base + grid_next_offset);
  __global long *grid_now_rows = (__global long *)((__global char *)grid_now_rows_base + grid_now_rows_offset);
  __global long *grid_now_rows1 = (__global long *)((__global char *)grid_now_rows1_base + grid_now_rows1_offset);
  __global float *grid_now = (__global float *)((__global char *)grid_now_base + grid_now_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  for (int j = 0; j < grid_rows - 1; j++)
    for (int k = 0; k < grid_columns - 1; k++)
      grid_next[mrt_entry(grid_next_rows1, grid_next_rows1_first, grid_next_rows1_step, mrt_entry(grid_next_rows, grid_next_rows_first, grid_next_rows_step, i) + j) + k] -= grid_now[mrt_entry(grid_now_rows1, grid_now_rows1_first, grid_now_rows1_step, mrt_entry(grid_now_rows, grid_now_rows_first, grid_now_rows_step, i) + (j + 1)) + k] - grid_now[mrt_entry(grid_now_rows1, grid_now_rows1_first, grid_now_rows1_step, mrt_entry(grid_now_rows, grid_now_rows_first, grid_now_rows_step, i) + j) + k] + 0.5f * grid_now[mrt_entry(grid_now_rows1, grid_now_rows1_first, grid_now_rows1_step, mrt_entry(grid_now_rows, grid_now_rows_first, grid_now_rows_step, i + 1) + j) + (k + 1)];


}
