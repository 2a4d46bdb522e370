#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

struct mrt_complex_double
{
  double re;
  double im;
} __attribute__((aligned(16)));

struct mrt_complex_double mrt_complex_conjugate_double(struct mrt_complex_double mrt_a_double);
struct mrt_complex_double mrt_complex_infinite_double(struct mrt_complex_double mrt_z_double, double mrt_p_double, double mrt_q_double, double mrt_r_double, double mrt_s_double);
struct mrt_complex_double mrt_complex_multiply_double(struct mrt_complex_double mrt_a_double, struct mrt_complex_double mrt_b_double);
struct mrt_complex_double mrt_complex_of_double(double mrt_p_double, double mrt_q_double);
struct mrt_complex_double mrt_complex_multiply_real_double(struct mrt_complex_double mrt_a_double, double mrt_p_double);
struct mrt_complex_double mrt_complex_divide_real_double(struct mrt_complex_double mrt_a_double, double mrt_p_double);
struct mrt_complex_double mrt_complex_add_double(struct mrt_complex_double mrt_a_double, struct mrt_complex_double mrt_b_double);
struct mrt_complex_double mrt_complex_subtract_real_double(struct mrt_complex_double mrt_a_double, double mrt_p_double);

struct mrt_complex_double mrt_complex_conjugate_double(struct mrt_complex_double mrt_a_double)
{
  struct mrt_complex_double mrt_z_double;
  mrt_z_double.re = mrt_a_double.re;
  mrt_z_double.im = -mrt_a_double.im;
  return mrt_z_double;
}


struct mrt_complex_double mrt_complex_infinite_double(struct mrt_complex_double mrt_z_double, double mrt_p_double, double mrt_q_double, double mrt_r_double, double mrt_s_double)
{
  const double mrt_zero_double = 0;
  const double mrt_one_double = 1;
  int mrt_again_double = 0;
  if (isinf(mrt_p_double) || isinf(mrt_q_double))
  {
    mrt_p_double = copysign(isinf(mrt_p_double) ? mrt_one_double : mrt_zero_double, mrt_p_double);
    mrt_q_double = copysign(isinf(mrt_q_double) ? mrt_one_double : mrt_zero_double, mrt_q_double);
    if (isnan(mrt_r_double))
      mrt_r_double = copysign(mrt_zero_double, mrt_r_double);
    if (isnan(mrt_s_double))
      mrt_s_double = copysign(mrt_zero_double, mrt_s_double);
    mrt_again_double = 1;
  }
  if (isinf(mrt_r_double) || isinf(mrt_s_double))
  {
    mrt_r_double = copysign(isinf(mrt_r_double) ? mrt_one_double : mrt_zero_double, mrt_r_double);
    mrt_s_double = copysign(isinf(mrt_s_double) ? mrt_one_double : mrt_zero_double, mrt_s_double);
    if (isnan(mrt_p_double))
      mrt_p_double = copysign(mrt_zero_double, mrt_p_double);
    if (isnan(mrt_q_double))
      mrt_q_double = copysign(mrt_zero_double, mrt_q_double);
    mrt_again_double = 1;
  }
  if (!mrt_again_double && (isinf(mrt_p_double * mrt_r_double) || isinf(mrt_q_double * mrt_s_double) || isinf(mrt_p_double * mrt_s_double) || isinf(mrt_q_double * mrt_r_double)))
  {
    if (isnan(mrt_p_double))
      mrt_p_double = copysign(mrt_zero_double, mrt_p_double);
    if (isnan(mrt_q_double))
      mrt_q_double = copysign(mrt_zero_double, mrt_q_double);
    if (isnan(mrt_r_double))
      mrt_r_double = copysign(mrt_zero_double, mrt_r_double);
    if (isnan(mrt_s_double))
      mrt_s_double = copysign(mrt_zero_double, mrt_s_double);
    mrt_again_double = 1;
  }
  if (mrt_again_double)
  {
    mrt_z_double.re = (double)INFINITY * (mrt_p_double * mrt_r_double - mrt_q_double * mrt_s_double);
    mrt_z_double.im = (double)INFINITY * (mrt_p_double * mrt_s_double + mrt_q_double * mrt_r_double);
  }
  return mrt_z_double;
}


struct mrt_complex_double mrt_complex_multiply_double(struct mrt_complex_double mrt_a_double, struct mrt_complex_double mrt_b_double)
{
  struct mrt_complex_double mrt_z_double;
  mrt_z_double.re = mrt_a_double.re * mrt_b_double.re - mrt_a_double.im * mrt_b_double.im;
  mrt_z_double.im = mrt_a_double.re * mrt_b_double.im + mrt_a_double.im * mrt_b_double.re;
  if (isnan(mrt_z_double.re) && isnan(mrt_z_double.im))
    mrt_z_double = mrt_complex_infinite_double(mrt_z_double, mrt_a_double.re, mrt_a_double.im, mrt_b_double.re, mrt_b_double.im);
  return mrt_z_double;
}


struct mrt_complex_double mrt_complex_of_double(double mrt_p_double, double mrt_q_double)
{
  struct mrt_complex_double mrt_z_double;
  mrt_z_double.re = mrt_p_double;
  mrt_z_double.im = mrt_q_double;
  return mrt_z_double;
}


struct mrt_complex_double mrt_complex_multiply_real_double(struct mrt_complex_double mrt_a_double, double mrt_p_double)
{
  struct mrt_complex_double mrt_z_double;
  mrt_z_double.re = mrt_p_double * mrt_a_double.re;
  mrt_z_double.im = mrt_p_double * mrt_a_double.im;
  return mrt_z_double;
}


struct mrt_complex_double mrt_complex_divide_real_double(struct mrt_complex_double mrt_a_double, double mrt_p_double)
{
  struct mrt_complex_double mrt_z_double;
  mrt_z_double.re = mrt_a_double.re / mrt_p_double;
  mrt_z_double.im = mrt_a_double.im / mrt_p_double;
  return mrt_z_double;
}


struct mrt_complex_double mrt_complex_add_double(struct mrt_complex_double mrt_a_double, struct mrt_complex_double mrt_b_double)
{
  struct mrt_complex_double mrt_z_double;
  mrt_z_double.re = mrt_a_double.re + mrt_b_double.re;
  mrt_z_double.im = mrt_a_double.im + mrt_b_double.im;
  return mrt_z_double;
}


struct mrt_complex_double mrt_complex_subtract_real_double(struct mrt_complex_double mrt_a_double, double mrt_p_double)
{
  struct mrt_complex_double mrt_z_double;
  mrt_z_double.re = mrt_a_double.re - mrt_p_double;
  mrt_z_double.im = mrt_a_double.im;
  return mrt_z_double;
}


/* complex_numbers.c:6:9 (vector) */
__kernel void complex_numbers_turn_1(__global struct mrt_complex_double *z_base, long z_offset, __global struct mrt_complex_double *by_base, long by_offset, __global double *length_1_base, long length_1_offset, ulong mrt_count0)
{
  __global struct mrt_complex_double *z = (__global struct mrt_complex_double *)((__global char *)z_base + z_offset);
  __global struct mrt_complex_double *by = (__global struct mrt_complex_double *)((__global char *)by_base + by_offset);
  __global double *length_1 = (__global double *)((__global char *)length_1_base + length_1_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  z[i] = mrt_complex_subtract_real_double(mrt_complex_add_double(mrt_complex_multiply_double(mrt_complex_conjugate_double(z[i]), by[i]), mrt_complex_divide_real_double(mrt_complex_multiply_real_double(mrt_complex_of_double(0, 1.0F), 2.0), length_1[i])), by[i].re);
}
