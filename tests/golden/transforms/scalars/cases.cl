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

/* What a work-item has written is seen by all before what it writes next. */
#ifdef MRT_NVIDIA
#define MRT_FENCE() asm volatile("membar.gl;" ::: "memory")
#else
#define MRT_FENCE() mem_fence(CLK_GLOBAL_MEM_FENCE)
#endif

/* cases.c:20:9 (scalars) */
__kernel void cases_chain_1(__global double *q_base, long q_offset, __global double *p_base, long p_offset, __global double *__mrt_cells_base, long __mrt_cells_offset, ulong mrt_count0)
{
  __global double *q = (__global double *)((__global char *)q_base + q_offset);
  __global double *p = (__global double *)((__global char *)p_base + p_offset);
  __global double *__mrt_cells = (__global double *)((__global char *)__mrt_cells_base + __mrt_cells_offset);
  if (get_global_id(0) + get_global_id(1) + get_global_id(2) == 0)
  {
    double mrt_cell1;
    double mrt_cell2;
    double mrt_cell3 = __mrt_cells[3];
    mrt_cell2 = mrt_cell3;
    mrt_cell1 = 0.0;
    __mrt_cells[1] = mrt_cell1;
    __mrt_cells[2] = mrt_cell2;
  }
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = 1 + (int)mrt_id0;
  q[i] = p[i] - p[i - 1];
}

/* cases.c:26:9 (scalars) */
__attribute__((reqd_work_group_size(MRT_GROUP_SIZE, 1, 1)))
__kernel void cases_chain_2(__global double *p_base, long p_offset, __global double *q_base, long q_offset, __global double *__mrt_cells_base, long __mrt_cells_offset, ulong mrt_count0, __global ulong *mrt_partials)
{
  __global double *p = (__global double *)((__global char *)p_base + p_offset);
  __global double *q = (__global double *)((__global char *)q_base + q_offset);
  __global double *__mrt_cells = (__global double *)((__global char *)__mrt_cells_base + __mrt_cells_offset);
  volatile __global uint * const mrt_ticket = (volatile __global uint *)(mrt_partials++);
  __local double mrt_shared0[MRT_GROUP_SIZE];
  __local double mrt_shared1[MRT_GROUP_SIZE];
  double d = 0;
  double rho = (double)(-INFINITY);
  const ulong mrt_total = mrt_count0;
  const ulong mrt_end = MRT_END(mrt_total);
  for (ulong mrt_index = MRT_BEGIN(mrt_total); mrt_index < mrt_end; mrt_index += MRT_STEP)
  {
    const ulong mrt_id0 = mrt_index;
    int i = (int)mrt_id0;
    d += p[i] * q[1000 - 1 - i];
    rho = q[i] > rho ? q[i] : rho;
  }

  const uint mrt_lane = get_local_id(0);
  mrt_shared0[mrt_lane] = d;
  mrt_shared1[mrt_lane] = rho;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_half = MRT_GROUP_SIZE / 2; mrt_half > 0; mrt_half /= 2)
  {
    if (mrt_lane < mrt_half)
    {
      mrt_shared0[mrt_lane] = mrt_shared0[mrt_lane] + mrt_shared0[mrt_lane + mrt_half];
      mrt_shared1[mrt_lane] = mrt_shared1[mrt_lane + mrt_half] > mrt_shared1[mrt_lane] ? mrt_shared1[mrt_lane + mrt_half] : mrt_shared1[mrt_lane];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  __local uint mrt_last;
  if (mrt_lane == 0)
  {
    volatile __global uint *mrt_words = (volatile __global uint *)mrt_partials + 2 * get_group_id(0);
    atomic_xchg(&mrt_words[0], as_uint2(mrt_shared0[0]).x);
    atomic_xchg(&mrt_words[1], as_uint2(mrt_shared0[0]).y);
    atomic_xchg(&mrt_words[2 * (uint)get_num_groups(0) + 0], as_uint2(mrt_shared1[0]).x);
    atomic_xchg(&mrt_words[2 * (uint)get_num_groups(0) + 1], as_uint2(mrt_shared1[0]).y);
    MRT_FENCE();
    mrt_last = atomic_inc(mrt_ticket) == (uint)get_num_groups(0) - 1;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (mrt_last)
  {
    MRT_FENCE();
    d = 0;
    for (uint mrt_from = mrt_lane; mrt_from < (uint)get_num_groups(0); mrt_from += MRT_GROUP_SIZE)
    {
      volatile __global uint *mrt_words = (volatile __global uint *)mrt_partials + 2 * mrt_from;
      const uint2 mrt_pair = {atomic_or(&mrt_words[0], 0), atomic_or(&mrt_words[1], 0)};
      const double mrt_next = as_double(mrt_pair);
      d = d + mrt_next;
    }

    rho = (double)(-INFINITY);
    for (uint mrt_from = mrt_lane; mrt_from < (uint)get_num_groups(0); mrt_from += MRT_GROUP_SIZE)
    {
      volatile __global uint *mrt_words = (volatile __global uint *)mrt_partials + 2 * (1 * (uint)get_num_groups(0) + mrt_from);
      const uint2 mrt_pair = {atomic_or(&mrt_words[0], 0), atomic_or(&mrt_words[1], 0)};
      const double mrt_next = as_double(mrt_pair);
      rho = mrt_next > rho ? mrt_next : rho;
    }

    mrt_shared0[mrt_lane] = d;
    mrt_shared1[mrt_lane] = rho;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint mrt_half = MRT_GROUP_SIZE / 2; mrt_half > 0; mrt_half /= 2)
    {
      if (mrt_lane < mrt_half)
      {
        mrt_shared0[mrt_lane] = mrt_shared0[mrt_lane] + mrt_shared0[mrt_lane + mrt_half];
        mrt_shared1[mrt_lane] = mrt_shared1[mrt_lane + mrt_half] > mrt_shared1[mrt_lane] ? mrt_shared1[mrt_lane + mrt_half] : mrt_shared1[mrt_lane];
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }

    if (mrt_lane == 0)
    {
      double mrt_cell0;
      double mrt_cell1 = __mrt_cells[1];
      double mrt_cell2 = __mrt_cells[2];
      double mrt_cell3;
      mrt_cell3 = 1.0;
      mrt_cell1 = mrt_cell1 + mrt_shared0[0];
      mrt_cell3 = mrt_shared1[0] > mrt_cell3 ? mrt_shared1[0] : mrt_cell3;
      mrt_cell0 = -mrt_cell2 / (mrt_cell1 + 1.0);
      __mrt_cells[0] = mrt_cell0;
      __mrt_cells[1] = mrt_cell1;
      __mrt_cells[3] = mrt_cell3;
      atomic_xchg(mrt_ticket, 0);
    }
  }
}

/* cases.c:32:9 (scalars) */
__kernel void cases_chain_3(__global double *p_base, long p_offset, __global double *r_base, long r_offset, __global double *__mrt_cells_base, long __mrt_cells_offset, ulong mrt_count0)
{
  __global double *p = (__global double *)((__global char *)p_base + p_offset);
  __global double *r = (__global double *)((__global char *)r_base + r_offset);
  __global double *__mrt_cells = (__global double *)((__global char *)__mrt_cells_base + __mrt_cells_offset);
  double alpha = __mrt_cells[0];
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  p[i] += alpha * r[i];
}

/* cases.c:39:9 (scalars) */
__kernel void cases_chain_4(__global double *r_base, long r_offset, __global double *q_base, long q_offset, __global double *__mrt_cells_base, long __mrt_cells_offset, ulong mrt_count0)
{
  __global double *r = (__global double *)((__global char *)r_base + r_offset);
  __global double *q = (__global double *)((__global char *)q_base + q_offset);
  __global double *__mrt_cells = (__global double *)((__global char *)__mrt_cells_base + __mrt_cells_offset);
  double mrt_cell1 = __mrt_cells[1];
  double mrt_cell3 = __mrt_cells[3];
  double mrt_cell4;
  mrt_cell4 = mrt_cell3 * mrt_cell1;
  double weight = mrt_cell4;
  if (get_global_id(0) + get_global_id(1) + get_global_id(2) == 0)
  {
    __mrt_cells[4] = mrt_cell4;
  }
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  r[i] = weight * q[1000 - 1 - i];
}

/* cases.c:42:9 (scalars) */
__attribute__((reqd_work_group_size(MRT_GROUP_SIZE, 1, 1)))
__kernel void cases_chain_5(__global double *r_base, long r_offset, __global double *__mrt_cells_base, long __mrt_cells_offset, ulong mrt_count0, __global ulong *mrt_partials)
{
  __global double *r = (__global double *)((__global char *)r_base + r_offset);
  __global double *__mrt_cells = (__global double *)((__global char *)__mrt_cells_base + __mrt_cells_offset);
  volatile __global uint * const mrt_ticket = (volatile __global uint *)(mrt_partials++);
  __local double mrt_shared0[MRT_GROUP_SIZE];
  double d = 0;
  const ulong mrt_total = mrt_count0;
  const ulong mrt_end = MRT_END(mrt_total);
  for (ulong mrt_index = MRT_BEGIN(mrt_total); mrt_index < mrt_end; mrt_index += MRT_STEP)
  {
    const ulong mrt_id0 = mrt_index;
    int i = (int)mrt_id0;
    d += r[1000 - 1 - i];
  }

  const uint mrt_lane = get_local_id(0);
  mrt_shared0[mrt_lane] = d;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint mrt_half = MRT_GROUP_SIZE / 2; mrt_half > 0; mrt_half /= 2)
  {
    if (mrt_lane < mrt_half)
    {
      mrt_shared0[mrt_lane] = mrt_shared0[mrt_lane] + mrt_shared0[mrt_lane + mrt_half];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  __local uint mrt_last;
  if (mrt_lane == 0)
  {
    volatile __global uint *mrt_words = (volatile __global uint *)mrt_partials + 2 * get_group_id(0);
    atomic_xchg(&mrt_words[0], as_uint2(mrt_shared0[0]).x);
    atomic_xchg(&mrt_words[1], as_uint2(mrt_shared0[0]).y);
    MRT_FENCE();
    mrt_last = atomic_inc(mrt_ticket) == (uint)get_num_groups(0) - 1;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (mrt_last)
  {
    MRT_FENCE();
    d = 0;
    for (uint mrt_from = mrt_lane; mrt_from < (uint)get_num_groups(0); mrt_from += MRT_GROUP_SIZE)
    {
      volatile __global uint *mrt_words = (volatile __global uint *)mrt_partials + 2 * mrt_from;
      const uint2 mrt_pair = {atomic_or(&mrt_words[0], 0), atomic_or(&mrt_words[1], 0)};
      const double mrt_next = as_double(mrt_pair);
      d = d + mrt_next;
    }

    mrt_shared0[mrt_lane] = d;
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
      double mrt_cell1 = __mrt_cells[1];
      mrt_cell1 = mrt_cell1 + mrt_shared0[0];
      __mrt_cells[1] = mrt_cell1;
      atomic_xchg(mrt_ticket, 0);
    }
  }
}

/* cases.c:61:9 */
__attribute__((reqd_work_group_size(MRT_GROUP_SIZE, 1, 1)))
__kernel void cases_asked_1(__global double *p_base, long p_offset, ulong mrt_count0, __global ulong *mrt_partials)
{
  __global double *p = (__global double *)((__global char *)p_base + p_offset);
  __local double mrt_shared0[MRT_GROUP_SIZE];
  double sum = 0;
  const ulong mrt_total = mrt_count0;
  const ulong mrt_end = MRT_END(mrt_total);
  for (ulong mrt_index = MRT_BEGIN(mrt_total); mrt_index < mrt_end; mrt_index += MRT_STEP)
  {
    const ulong mrt_id0 = mrt_index;
    int i = (int)mrt_id0;
    sum += p[i];
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
    *((__global double *)(&mrt_partials[mrt_group])) = mrt_shared0[0];
  }
}

/* cases.c:64:9 */
__kernel void cases_asked_2(__global double *p_base, long p_offset, ulong mrt_count0)
{
  __global double *p = (__global double *)((__global char *)p_base + p_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  p[i] *= 0.5;
}
