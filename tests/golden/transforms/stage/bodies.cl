#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

/* bodies.c:4:9 (stage) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(256, 1, 1)))
__kernel void bodies_forces_1(int n, __global float *x_base, long x_offset, __global float *y_base, long y_offset, __global float *f_base, long f_offset, ulong mrt_count0)
{
  __global float *x = (__global float *)((__global char *)x_base + x_offset);
  __global float *y = (__global float *)((__global char *)y_base + y_offset);
  __global float *f = (__global float *)((__global char *)f_base + f_offset);
  __local float mrt_halo0[256] __attribute__((aligned(16)));
  __local float mrt_halo1[256] __attribute__((aligned(16)));
  const uint mrt_item = get_local_id(0);
  const ulong mrt_id0 = get_global_id(0);
  const int mrt_inside = mrt_id0 < mrt_count0;
  int i = (int)mrt_id0;
  float sum;
  const int mrt_begin = 0;
  const ulong mrt_trips = mrt_begin < n ? (ulong)n - (ulong)mrt_begin : 0;
  if (mrt_inside)
  {
    sum = 0.0f;
  }
  #pragma unroll 1
  for (ulong mrt_start = 0; mrt_start < mrt_trips; mrt_start += 256)
  {
    const uint mrt_steps = (uint)min(mrt_trips - mrt_start, (ulong)256);
    {
      const int j = mrt_begin + (int)mrt_start;
      const long mrt_start0 = (long)j;
      for (uint mrt_at = mrt_item; mrt_at < 256; mrt_at += 256)
      {
        const uint mrt_to0 = mrt_at;
        if (mrt_to0 < mrt_steps)
        {
          const long mrt_place0 = mrt_start0 + mrt_to0;
          mrt_halo0[mrt_at] = x[mrt_place0];
        }
      }

    }
    {
      const int j = mrt_begin + (int)mrt_start;
      const long mrt_start0 = (long)j;
      for (uint mrt_at = mrt_item; mrt_at < 256; mrt_at += 256)
      {
        const uint mrt_to0 = mrt_at;
        if (mrt_to0 < mrt_steps)
        {
          const long mrt_place0 = mrt_start0 + mrt_to0;
          mrt_halo1[mrt_at] = y[mrt_place0];
        }
      }

    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (mrt_inside && mrt_steps == 256)
    {
      #pragma unroll 8
      for (uint mrt_step = 0; mrt_step < 256; mrt_step++)
      {
        const int j = mrt_begin + (int)(mrt_start + mrt_step);
        const int mrt_own0 = (int)mrt_step;
        const int mrt_own1 = (int)mrt_step;
        float dx = mrt_halo0[mrt_own0] - x[i];
        float dy = mrt_halo1[mrt_own1] - y[i];
        sum += dx / (dx * dx + dy * dy + 0.01f);
      }

    }
    else
      if (mrt_inside)
      {
        #pragma unroll 1
        for (uint mrt_step = 0; mrt_step < mrt_steps; mrt_step++)
        {
          const int j = mrt_begin + (int)(mrt_start + mrt_step);
          const int mrt_own0 = (int)mrt_step;
          const int mrt_own1 = (int)mrt_step;
          float dx = mrt_halo0[mrt_own0] - x[i];
          float dy = mrt_halo1[mrt_own1] - y[i];
          sum += dx / (dx * dx + dy * dy + 0.01f);
        }

      }
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  if (mrt_inside)
  {
    f[i] = sum;
  }
}
__kernel void mrt_plain_bodies_forces_1(int n, __global float *x_base, long x_offset, __global float *y_base, long y_offset, __global float *f_base, long f_offset, ulong mrt_count0)
{
  __global float *x = (__global float *)((__global char *)x_base + x_offset);
  __global float *y = (__global float *)((__global char *)y_base + y_offset);
  __global float *f = (__global float *)((__global char *)f_base + f_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  float sum = 0.0f;
  for (int j = 0; j < n; j++)
  {
    float dx = x[j] - x[i];
    float dy = y[j] - y[i];
    sum += dx / (dx * dx + dy * dy + 0.01f);
  }

  f[i] = sum;
}
#else
__kernel void bodies_forces_1(int n, __global float *x_base, long x_offset, __global float *y_base, long y_offset, __global float *f_base, long f_offset, ulong mrt_count0)
{
  __global float *x = (__global float *)((__global char *)x_base + x_offset);
  __global float *y = (__global float *)((__global char *)y_base + y_offset);
  __global float *f = (__global float *)((__global char *)f_base + f_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  float sum = 0.0f;
  for (int j = 0; j < n; j++)
  {
    float dx = x[j] - x[i];
    float dy = y[j] - y[i];
    sum += dx / (dx * dx + dy * dy + 0.01f);
  }

  f[i] = sum;
}
#endif

/* bodies.c:19:9 (stage) */
#if MRT_LANES > 1
__attribute__((reqd_work_group_size(32, 8, 1)))
__kernel void bodies_series_1(__global double *at_base, long at_offset, int w, __global double *out_base, long out_offset, __global double (*table_base)[3], long table_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global double *at = (__global double *)((__global char *)at_base + at_offset);
  __global double *out = (__global double *)((__global char *)out_base + out_offset);
  __global double (*table)[3] = (__global double (*)[3])((__global char *)table_base + table_offset);
  __local double mrt_halo0[60] __attribute__((aligned(16)));
  const uint mrt_item = get_local_id(1) * 32 + get_local_id(0);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  const int mrt_inside = mrt_id0 < mrt_count0 && mrt_id1 < mrt_count1;
  int j = (int)mrt_id0;
  int i = (int)mrt_id1;
  double x;
  double power;
  const int mrt_begin = 0;
  const ulong mrt_trips = mrt_begin < 20 ? (ulong)20 - (ulong)mrt_begin : 0;
  if (mrt_inside)
  {
    x = at[i * w + j];
    power = 1.0;
    int k;
    out[i * w + j] = 0.0;
  }
  #pragma unroll 1
  for (ulong mrt_start = 0; mrt_start < mrt_trips; mrt_start += 20)
  {
    const uint mrt_steps = (uint)min(mrt_trips - mrt_start, (ulong)20);
    {
      const int k = mrt_begin + (int)mrt_start;
      const long mrt_start0 = (long)k;
      const long mrt_start1 = 0;
      for (uint mrt_at = mrt_item; mrt_at < 60; mrt_at += 256)
      {
        const uint mrt_to0 = mrt_at / 3;
        const uint mrt_to1 = mrt_at % 3;
        if (mrt_to0 < mrt_steps)
        {
          const long mrt_place0 = mrt_start0 + mrt_to0;
          const long mrt_place1 = mrt_start1 + mrt_to1;
          mrt_halo0[mrt_at] = table[mrt_place0][mrt_place1];
        }
      }

    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (mrt_inside && mrt_steps == 20)
    {
      #pragma unroll 8
      for (uint mrt_step = 0; mrt_step < 20; mrt_step++)
      {
        const int k = mrt_begin + (int)(mrt_start + mrt_step);
        const int mrt_own0 = (int)mrt_step * 3;
        out[i * w + j] += mrt_halo0[mrt_own0] * power + mrt_halo0[mrt_own0 + 2] + mrt_halo0[mrt_own0 + 1] * k;
        power *= x;
      }

    }
    else
      if (mrt_inside)
      {
        #pragma unroll 1
        for (uint mrt_step = 0; mrt_step < mrt_steps; mrt_step++)
        {
          const int k = mrt_begin + (int)(mrt_start + mrt_step);
          const int mrt_own0 = (int)mrt_step * 3;
          out[i * w + j] += mrt_halo0[mrt_own0] * power + mrt_halo0[mrt_own0 + 2] + mrt_halo0[mrt_own0 + 1] * k;
          power *= x;
        }

      }
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  if (mrt_inside)
  {
    int k = mrt_begin + mrt_trips;
    out[i * w + j] += k;
  }
}
__kernel void mrt_plain_bodies_series_1(__global double *at_base, long at_offset, int w, __global double *out_base, long out_offset, __global double (*table_base)[3], long table_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global double *at = (__global double *)((__global char *)at_base + at_offset);
  __global double *out = (__global double *)((__global char *)out_base + out_offset);
  __global double (*table)[3] = (__global double (*)[3])((__global char *)table_base + table_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  int j = (int)mrt_id0;
  int i = (int)mrt_id1;
  double x = at[i * w + j];
  double power = 1.0;
  int k;
  out[i * w + j] = 0.0;
  for (k = 0; k < 20; k++)
  {
    out[i * w + j] += table[k][0] * power + table[k][2] + table[k][1] * k;
    power *= x;
  }

  out[i * w + j] += k;
}
#else
__kernel void bodies_series_1(__global double *at_base, long at_offset, int w, __global double *out_base, long out_offset, __global double (*table_base)[3], long table_offset, ulong mrt_count0, ulong mrt_count1)
{
  __global double *at = (__global double *)((__global char *)at_base + at_offset);
  __global double *out = (__global double *)((__global char *)out_base + out_offset);
  __global double (*table)[3] = (__global double (*)[3])((__global char *)table_base + table_offset);
  const ulong mrt_id0 = get_global_id(0);
  const ulong mrt_id1 = get_global_id(1);
  if (mrt_id0 >= mrt_count0 || mrt_id1 >= mrt_count1)
    return;
  int j = (int)mrt_id0;
  int i = (int)mrt_id1;
  double x = at[i * w + j];
  double power = 1.0;
  int k;
  out[i * w + j] = 0.0;
  for (k = 0; k < 20; k++)
  {
    out[i * w + j] += table[k][0] * power + table[k][2] + table[k][1] * k;
    power *= x;
  }

  out[i * w + j] += k;
}
#endif
