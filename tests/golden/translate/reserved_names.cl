#pragma OPENCL FP_CONTRACT OFF

struct half_
{
  int global_;
  int x;
};

/* reserved_names.c:9:9 */
__kernel void reserved_names_kernel_1(__global int *local_1_base, long local_1_offset, int max_1, int v_half_1, __global struct half_ *event_t_1_base, long event_t_1_offset, ulong mrt_count0)
{
  __global int *local_1 = (__global int *)((__global char *)local_1_base + local_1_offset);
  __global struct half_ *event_t_1 = (__global struct half_ *)((__global char *)event_t_1_base + event_t_1_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int v_get_global_id_1 = (int)mrt_id0;
  int float4_1 = local_1[v_get_global_id_1];
  int v_mrt_count0_1 = max_1;
  int clamp_1 = float4_1 > v_mrt_count0_1 ? v_half_1 : float4_1;
  event_t_1[v_get_global_id_1].global_ = clamp_1;
}
