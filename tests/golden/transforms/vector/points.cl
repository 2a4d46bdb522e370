#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

struct complex_
{
  double re;
  double im;
} __attribute__((aligned(16)));

struct colour
{
  float r;
  float g;
  float b;
  float a;
} __attribute__((aligned(16)));

struct small
{
  short x;
  short y;
};

struct triple
{
  float x;
  float y;
  float z;
};

struct mixed
{
  float x;
  int n;
};

struct pair
{
  int from;
  int to;
};

struct held
{
  struct pair pair;
  double weight;
};

/* points.c:17:9 (vector) */
__kernel void points_rotate_1(__global struct complex_ *roots_base, long roots_offset, __global struct complex_ *z_base, long z_offset, __global struct complex_ *w_base, long w_offset, ulong mrt_count0)
{
  __global struct complex_ *roots = (__global struct complex_ *)((__global char *)roots_base + roots_offset);
  __global struct complex_ *z = (__global struct complex_ *)((__global char *)z_base + z_offset);
  __global struct complex_ *w = (__global struct complex_ *)((__global char *)w_base + w_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  struct complex_ line[2];
  struct complex_ root = roots[i];
  line[0] = z[i];
  line[1].re = line[0].re * root.re - line[0].im * root.im;
  line[1].im = line[0].re * root.im + line[0].im * root.re;
  z[i].re = line[1].re + w[i].re;
  z[i].im = line[1].im + w[i].im;
}

/* points.c:30:9 (vector) */
__kernel void points_fade_1(__global struct colour *c_base, long c_offset, __global struct small *s_base, long s_offset, __global struct triple *t_base, long t_offset, __global struct mixed *m_base, long m_offset, ulong mrt_count0)
{
  __global struct colour *c = (__global struct colour *)((__global char *)c_base + c_offset);
  __global struct small *s = (__global struct small *)((__global char *)s_base + s_offset);
  __global struct triple *t = (__global struct triple *)((__global char *)t_base + t_offset);
  __global struct mixed *m = (__global struct mixed *)((__global char *)m_base + m_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  c[i].r *= 0.5f;
  c[i].g *= 0.5f;
  c[i].b *= 0.5f;
  s[i].x = s[i].y;
  t[i].x = t[i].z;
  m[i].x = m[i].n;
}

/* points.c:43:9 */
__kernel void points_join_1(__global struct held *held_base, long held_offset, __global struct pair *p_base, long p_offset, ulong mrt_count0)
{
  __global struct held *held = (__global struct held *)((__global char *)held_base + held_offset);
  __global struct pair *p = (__global struct pair *)((__global char *)p_base + p_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  held[i].pair = p[i];
  held[i].weight = p[i].from;
}
