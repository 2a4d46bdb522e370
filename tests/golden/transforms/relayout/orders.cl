#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

/* orders_relaid_1_heap[][40] is a copy [40][] */
#define mrt_orders_relaid_1_heap(p, a, b) ((__global double *)(p))[((ulong)(b)) * orders_relaid_1_heap_rows + ((ulong)(a))]

/* orders_relaid_2_matrix[300][40] is a copy [40][300] */
#define mrt_orders_relaid_2_matrix(p, a, b) ((__global double (*)[300])(p))[b][a]

/* orders_relaid_4_cells[60][50][40] is a copy [40][60][50] */
#define mrt_orders_relaid_4_cells(p, a, b, c) ((__global float (*)[60][50])(p))[c][a][b]

float orders_relaid_3_mean(__global float (*all_1)[50][40], int k_1, int j_1);

float orders_relaid_3_mean(__global float (*all_1)[50][40], int k_1, int j_1)
{
  float total = 0.0f;
  for (int m = 0; m < 40; m++)
    total = total * 0.5f + all_1[k_1][j_1][m];

  return total;
}


/* orders.c:15:9 (relayout) */
__kernel void orders_relaid_1(__global double (*heap_base)[40], long heap_offset, __global double (*turned_base)[300], long turned_offset, ulong mrt_count0)
{
  __global double (*heap)[40] = (__global double (*)[40])((__global char *)heap_base + heap_offset);
  __global double (*turned)[300] = (__global double (*)[300])((__global char *)turned_base + turned_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  double last = 0.0;
  for (int j = 0; j < 40; j++)
  {
    last = last * 0.5 + heap[i][j];
    turned[j][i] = last;
  }

}

/* orders.c:15:9 (relayout) */
__kernel void orders_relaid_1_relaid(__global double (*heap_base)[40], long heap_offset, __global double (*turned_base)[300], long turned_offset, ulong mrt_count0, ulong orders_relaid_1_heap_rows)
{
  __global double (*heap)[40] = (__global double (*)[40])((__global char *)heap_base + heap_offset);
  __global double (*turned)[300] = (__global double (*)[300])((__global char *)turned_base + turned_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  double last = 0.0;
  for (int j = 0; j < 40; j++)
  {
    last = last * 0.5 + mrt_orders_relaid_1_heap(heap, i, j);
    turned[j][i] = last;
  }

}

/* orders.c:23:9 (relayout) */
__kernel void orders_relaid_2(__global double (*matrix_base)[40], long matrix_offset, __global double (*turned_base)[300], long turned_offset, ulong mrt_count0)
{
  __global double (*matrix)[40] = (__global double (*)[40])((__global char *)matrix_base + matrix_offset);
  __global double (*turned)[300] = (__global double (*)[300])((__global char *)turned_base + turned_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  for (int j = 1; j < 40; j++)
    matrix[i][j] += matrix[i][j - 1] * turned[j][i];

}

/* orders.c:23:9 (relayout) */
__kernel void orders_relaid_2_relaid(__global double (*matrix_base)[40], long matrix_offset, __global double (*turned_base)[300], long turned_offset, ulong mrt_count0)
{
  __global double (*matrix)[40] = (__global double (*)[40])((__global char *)matrix_base + matrix_offset);
  __global double (*turned)[300] = (__global double (*)[300])((__global char *)turned_base + turned_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  for (int j = 1; j < 40; j++)
    mrt_orders_relaid_2_matrix(matrix, i, j) += mrt_orders_relaid_2_matrix(matrix, i, j - 1) * turned[j][i];

}

/* orders.c:27:9 */
__kernel void orders_relaid_3(__global float (*out_base)[50], long out_offset, __global float (*cells_base)[50][40], long cells_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global float (*out)[50] = (__global float (*)[50])((__global char *)out_base + out_offset);
  __global float (*cells)[50][40] = (__global float (*)[50][40])((__global char *)cells_base + cells_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  int j = (int)mrt_id0;
  int k = (int)mrt_id1;
  out[k][j] = orders_relaid_3_mean(cells, k, j);
}

/* orders.c:31:9 (relayout) */
__kernel void orders_relaid_4(__global float (*out_base)[50], long out_offset, __global float (*cells_base)[50][40], long cells_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global float (*out)[50] = (__global float (*)[50])((__global char *)out_base + out_offset);
  __global float (*cells)[50][40] = (__global float (*)[50][40])((__global char *)cells_base + cells_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  int j = (int)mrt_id0;
  int k = (int)mrt_id1;
  for (int m = 1; m < 40; m++)
    out[k][j] += cells[k][j][m] - cells[k][j][0];

}

/* orders.c:31:9 (relayout) */
__kernel void orders_relaid_4_relaid(__global float (*out_base)[50], long out_offset, __global float (*cells_base)[50][40], long cells_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global float (*out)[50] = (__global float (*)[50])((__global char *)out_base + out_offset);
  __global float (*cells)[50][40] = (__global float (*)[50][40])((__global char *)cells_base + cells_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  int j = (int)mrt_id0;
  int k = (int)mrt_id1;
  for (int m = 1; m < 40; m++)
    out[k][j] += mrt_orders_relaid_4_cells(cells, k, j, m) - mrt_orders_relaid_4_cells(cells, k, j, 0);

}

/* orders.c:36:9 */
__kernel void orders_relaid_5(__global double (*matrix_base)[40], long matrix_offset, __global double *sums_base, long sums_offset, ulong mrt_count0)
{
  __global double (*matrix)[40] = (__global double (*)[40])((__global char *)matrix_base + matrix_offset);
  __global double *sums = (__global double *)((__global char *)sums_base + sums_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  __global double *row = matrix[i];
  sums[i] = row[0];
  for (int j = 1; j < 40; j++)
    sums[i] = sums[i] * 0.25 + matrix[i][j];

}
