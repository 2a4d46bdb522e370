#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

double calls_add_1_bend(double before, double here, double after);
double calls_set_1_fused_calls_add_1_bend(double before, double here, double after);
double calls_set_1_fused_calls_add_1_bend_2(double before_2, double here_2, double after_2);
double calls_add_1_fused_calls_add_1_bend(double before, double here, double after);
double calls_add_1_fused_calls_add_1_bend_2(double before_2, double here_2, double after_2);

double calls_add_1_bend(double before, double here, double after)
{
  return before - 2.0 * here + after;
}


double calls_set_1_fused_calls_add_1_bend(double before, double here, double after)
{
  return before - 2.0 * here + after;
}


double calls_set_1_fused_calls_add_1_bend_2(double before_2, double here_2, double after_2)
{
  return before_2 - 2.0 * here_2 + after_2;
}


double calls_add_1_fused_calls_add_1_bend(double before, double here, double after)
{
  return before - 2.0 * here + after;
}


double calls_add_1_fused_calls_add_1_bend_2(double before_2, double here_2, double after_2)
{
  return before_2 - 2.0 * here_2 + after_2;
}


/* calls.c:11:9 (fuse) */
__kernel void calls_set_1(__global double (*flux_base)[12][3], long flux_offset, double factor, __global double (*field_base)[12][3], long field_offset, ulong mrt_count0)
{
  __global double (*flux)[12][3] = (__global double (*)[12][3])((__global char *)flux_base + flux_offset);
  __global double (*field)[12][3] = (__global double (*)[12][3])((__global char *)field_base + field_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int j = 1 + (int)mrt_id0;
  flux[j][0][0] = factor * field[j][0][1];
}

/* calls.c:21:9 (fuse) */
__kernel void calls_add_1(__global double (*flux_base)[12][3], long flux_offset, int axis, float factor, __global double (*field_base)[12][3], long field_offset, int step_1, __global double (*speed_base)[12][12], long speed_offset, ulong mrt_count0)
{
  __global double (*flux)[12][3] = (__global double (*)[12][3])((__global char *)flux_base + flux_offset);
  __global double (*field)[12][3] = (__global double (*)[12][3])((__global char *)field_base + field_offset);
  __global double (*speed)[12][12] = (__global double (*)[12][12])((__global char *)speed_base + speed_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int j = 1 + (int)mrt_id0;
  flux[j][0][axis] += factor * calls_add_1_bend(field[j - step_1][0][0], speed[axis][j][0], field[j + step_1][0][axis]);
}

/* calls.c:28:9 */
__kernel void calls_clear_1(__global double (*speed_base)[12][12], long speed_offset, ulong mrt_count0)
{
  __global double (*speed)[12][12] = (__global double (*)[12][12])((__global char *)speed_base + speed_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int j = (int)mrt_id0;
  speed[0][j][0] = 0.0;
}

/* calls.c:11:9 (fuse) */
__kernel void calls_set_1_fused(__global double (*flux_base)[12][3], long flux_offset, double factor, __global double (*field_base)[12][3], long field_offset, float factor_2, __global double (*speed_base)[12][12], long speed_offset, float factor_3, ulong mrt_count0)
{
  __global double (*flux)[12][3] = (__global double (*)[12][3])((__global char *)flux_base + flux_offset);
  __global double (*field)[12][3] = (__global double (*)[12][3])((__global char *)field_base + field_offset);
  __global double (*speed)[12][12] = (__global double (*)[12][12])((__global char *)speed_base + speed_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int j = 1 + (int)mrt_id0;
  flux[j][0][0] = factor * field[j][0][1];
  flux[j][0][0] += factor_2 * calls_set_1_fused_calls_add_1_bend(field[j - -1][0][0], speed[0][j][0], field[j + -1][0][0]);
  flux[j][0][1] += factor_3 * calls_set_1_fused_calls_add_1_bend_2(field[j - 1][0][0], speed[1][j][0], field[j + 1][0][1]);
}

/* calls.c:21:9 (fuse) */
__kernel void calls_add_1_fused(__global double (*flux_base)[12][3], long flux_offset, int axis, float factor, __global double (*field_base)[12][3], long field_offset, int step_1, __global double (*speed_base)[12][12], long speed_offset, int axis_2, float factor_2, int step_1_2, ulong mrt_count0)
{
  __global double (*flux)[12][3] = (__global double (*)[12][3])((__global char *)flux_base + flux_offset);
  __global double (*field)[12][3] = (__global double (*)[12][3])((__global char *)field_base + field_offset);
  __global double (*speed)[12][12] = (__global double (*)[12][12])((__global char *)speed_base + speed_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int j = 1 + (int)mrt_id0;
  flux[j][0][axis] += factor * calls_add_1_fused_calls_add_1_bend(field[j - step_1][0][0], speed[axis][j][0], field[j + step_1][0][axis]);
  flux[j][0][axis_2] += factor_2 * calls_add_1_fused_calls_add_1_bend_2(field[j - step_1_2][0][0], speed[axis_2][j][0], field[j + step_1_2][0][axis_2]);
}
