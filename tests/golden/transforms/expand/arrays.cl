#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

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

double arrays_sweep_1_halves(__global double *from, int n, long mrt_stride);

double arrays_sweep_1_halves(__global double *from, int n, long mrt_stride)
{
  double sum = 0;
  while (n-- > 0)
    sum = 0.5 * (sum + ((from += mrt_stride) - mrt_stride)[0]);

  return sum;
}


/* arrays.c:15:9 (expand) */
__kernel void arrays_sweep_1(__global double *a_base, long a_offset, __global double *t_base, long t_offset, long t_step, ulong mrt_count0)
{
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  __global double *t = (__global double *)((__global char *)t_base + t_offset + get_global_id(0) * t_step);
  const long mrt_stride = MRT_LANES > 1 ? get_global_size(0) : 1;
  const ulong mrt_total = mrt_count0;
  const ulong mrt_end = MRT_END(mrt_total);
  for (ulong mrt_index = MRT_BEGIN(mrt_total); mrt_index < mrt_end; mrt_index += MRT_STEP)
  {
    const ulong mrt_id0 = mrt_index;
    int i = (int)mrt_id0;
    for (int k = 0; k < 9000; ++k)
      t[k * mrt_stride] = i + k;

    for (int k_1 = 9000 - 1; k_1 > 0; --k_1)
      t[(k_1 - 1) * mrt_stride] += 0.5 * t[k_1 * mrt_stride];

    a[i] = t[0] + arrays_sweep_1_halves(t + 100 * mrt_stride, 9000 - 100, mrt_stride);
  }

}

/* arrays.c:30:9 (expand) */
__kernel void arrays_rows_1(long t_extent, long t_extent_1, int m, __global double *a_base, long a_offset, long a_stride0, __global float *t_base, long t_offset, long t_step, ulong mrt_count0, ulong mrt_count1)
{
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  __global float *t = (__global float *)((__global char *)t_base + t_offset + get_global_id(0) * t_step);
  const long mrt_stride = MRT_LANES > 1 ? get_global_size(0) : 1;
  const ulong mrt_total = mrt_count0 * mrt_count1;
  const ulong mrt_end = MRT_END(mrt_total);
  for (ulong mrt_index = MRT_BEGIN(mrt_total); mrt_index < mrt_end; mrt_index += MRT_STEP)
  {
    const ulong mrt_id0 = mrt_index % mrt_count0;
    const ulong mrt_id1 = mrt_index / mrt_count0;
    int j = (int)mrt_id0;
    int i = (int)mrt_id1;
    __global float *row = t + (long)j * t_extent_1 * mrt_stride;
    for (int k = 0; k < m; ++k)
      row[k * mrt_stride] = (t[((long)m * t_extent_1 + k) * mrt_stride] = (float)(i + k));

    a[i * a_stride0 + j] = t[((long)j * t_extent_1 + i % m) * mrt_stride] + t[((long)m * t_extent_1 + j) * mrt_stride];
  }

}

/* arrays.c:49:9 (expand) */
__attribute__((reqd_work_group_size(MRT_GROUP_SIZE, 1, 1)))
__kernel void arrays_found_1(__global int *own_base, long own_offset, __global short *marks_base, long marks_offset, long marks_step, ulong mrt_count0, __global ulong *mrt_partials)
{
  __global int *own = (__global int *)((__global char *)own_base + own_offset);
  __global short *marks = (__global short *)((__global char *)marks_base + marks_offset + get_global_id(0) * marks_step);
  const long mrt_stride = MRT_LANES > 1 ? get_global_size(0) : 1;
  __local int mrt_shared0[MRT_GROUP_SIZE];
  int sum = 0;
  const ulong mrt_total = mrt_count0;
  const ulong mrt_end = MRT_END(mrt_total);
  for (ulong mrt_index = MRT_BEGIN(mrt_total); mrt_index < mrt_end; mrt_index += MRT_STEP)
  {
    const ulong mrt_id0 = mrt_index;
    int i = (int)mrt_id0;
    for (ulong k = 0; k < 40; ++k)
      for (ulong k_1 = 0; k_1 < 500; ++k_1)
        marks[((long)k * 500L + k_1) * mrt_stride] = 0;


    marks[((long)(i % 40) * 500L + own[i] % 500) * mrt_stride] = 1;
    sum += marks[((long)(own[i + 1] % 40) * 500L + i % 500) * mrt_stride] + own[i];
  }

  const uint mrt_lane = get_local_id(0);
  mrt_shared0[mrt_lane] = sum;
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
    *((__global int *)(&mrt_partials[mrt_group])) = mrt_shared0[0];
  }
}
