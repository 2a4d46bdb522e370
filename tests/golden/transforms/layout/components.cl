#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

/* rows[40][50] is [50][40] where MRT_LAYOUT is not 0 */
#if MRT_LAYOUT
#define mrt_rows(p, a, b) ((__global float (*)[40])(p))[b][a]
#else
#define mrt_rows(p, a, b) (p)[a][b]
#endif

/* u[10][20][30][5] is [5][10][20][30] where MRT_LAYOUT is not 0 */
#if MRT_LAYOUT
#define mrt_u(p, a, b, c, d) ((__global double (*)[10][20][30])(p))[d][a][b][c]
#else
#define mrt_u(p, a, b, c, d) (p)[a][b][c][d]
#endif

/* The iterations of a work-item: on GPUs neighbours take neighbours, on CPUs each has a part of its own. */
#if MRT_LANES > 1
#define MRT_BEGIN(total) get_global_id(0)
#define MRT_END(total) (total)
#define MRT_STEP get_global_size(0)
#else
#define MRT_FROM get_global_offset(0)
#define MRT_PART(total) (((total) - MRT_FROM + get_global_size(0) - 1) / get_global_size(0))
#define MRT_BEGIN(total) (MRT_FROM + (get_global_id(0) - MRT_FROM) * MRT_PART(total))
#define MRT_END(total) min(total, MRT_BEGIN(total) + MRT_PART(total))
#define MRT_STEP 1
#endif

float mrt_atomic_add_float(volatile __global float *object, float operand)
{
#if MRT_NVIDIA >= 6
  float before;
  asm volatile("atom.global.add.f32 %0, [%1], %2;" : "=f"(before)
               : "l"(object), "f"(operand) : "memory");
  return before;
#else
  volatile __global uint *bits = (volatile __global uint *)object;
  uint seen = atomic_add(bits, (uint)0), before;
  float wanted;
  do
  {
    before = seen;
    wanted = as_float(before) + operand;
    seen = atomic_cmpxchg(bits, before, as_uint(wanted));
  }
  while (seen != before);
  return as_float(before);
#endif
}

double components_components_1_sum(__global double (*all_1)[20][30][5], int k_1, int j_1, int i_1);

double components_components_1_sum(__global double (*all_1)[20][30][5], int k_1, int j_1, int i_1)
{
  double total_1 = 0.0;
  for (int m = 0; m < 5; m++)
    total_1 += mrt_u(all_1, k_1, j_1, i_1, m);

  return total_1;
}


/* components.c:16:9 (layout) */
__attribute__((reqd_work_group_size(MRT_GROUP_SIZE, 1, 1)))
__kernel void components_components_1(__global double (*u_base)[20][30][5], long u_offset, ulong mrt_count0, ulong mrt_count1, ulong mrt_count2, __global ulong *mrt_partials)
{
  __global double (*u)[20][30][5] = (__global double (*)[20][30][5])((__global char *)u_base + u_offset);
  __local double mrt_shared0[MRT_GROUP_SIZE];
  double total = 0;
  const ulong mrt_total = mrt_count0 * mrt_count1 * mrt_count2;
  const ulong mrt_end = MRT_END(mrt_total);
  for (ulong mrt_index = MRT_BEGIN(mrt_total); mrt_index < mrt_end; mrt_index += MRT_STEP)
  {
    const ulong mrt_id0 = mrt_index % mrt_count0;
    const ulong mrt_id1 = mrt_index / mrt_count0 % mrt_count1;
    const ulong mrt_id2 = mrt_index / mrt_count0 / mrt_count1;
    int i = (int)mrt_id0;
    int j = (int)mrt_id1;
    int k = (int)mrt_id2;
    mrt_u(u, k, j, i, 0) = components_components_1_sum(u, k, j, i) - mrt_u(u, k, j, i, 1 + i % 2);
    total += mrt_u(u, k, j, i, 4);
  }

  const uint mrt_lane = get_local_id(0);
  mrt_shared0[mrt_lane] = total;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_half = MRT_GROUP_SIZE / 2; mrt_half > 0; mrt_half /= 2)
  {
    if (mrt_lane < mrt_half)
    {
      mrt_shared0[mrt_lane] = mrt_shared0[mrt_lane] + mrt_shared0[mrt_lane + mrt_half];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  if (mrt_lane == 0)
  {
    const size_t mrt_group = get_group_id(0);
    *((__global double *)(&mrt_partials[mrt_group])) = mrt_shared0[0];
  }
}

/* components.c:23:9 (layout) */
__kernel void components_components_2(__global double (*kept_base)[3], long kept_offset, __global float (*rows_base)[50], long rows_offset, __global double (*matrix_base)[40], long matrix_offset, ulong mrt_count0)
{
  __global double (*kept)[3] = (__global double (*)[3])((__global char *)kept_base + kept_offset);
  __global float (*rows)[50] = (__global float (*)[50])((__global char *)rows_base + rows_offset);
  __global double (*matrix)[40] = (__global double (*)[40])((__global char *)matrix_base + matrix_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  __global double *row = kept[i];
  for (int j = 1; j < 50; j++)
  {
    mrt_rows(rows, i, j) = mrt_rows(rows, i, j - 1) + (float)matrix[j - 1][i];
    mrt_atomic_add_float(&mrt_rows(rows, i, 0), 1.0f);
  }

  kept[i][0] = row[1];
}
