#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

struct place
{
  double at[2];
  double weight;
};

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

double pieces_pieces_1_product(__global double *p);

double pieces_pieces_1_product(__global double *p)
{
  return p[0] * p[1];
}


/* pieces.c:10:9 (expand) */
__kernel void pieces_pieces_1(long own_extent, long cut_extent, int m, __global double *a_base, long a_offset, __global struct place *own_base, long own_offset, long own_step, __global char *cut_base, long cut_offset, long cut_step, ulong mrt_count0)
{
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  __global struct place *own = (__global struct place *)((__global char *)own_base + own_offset + get_global_id(0) * own_step);
  __global char *cut = (__global char *)((__global char *)cut_base + cut_offset + get_global_id(0) * cut_step);
  const ulong mrt_total = mrt_count0;
  const ulong mrt_end = MRT_END(mrt_total);
  for (ulong mrt_index = MRT_BEGIN(mrt_total); mrt_index < mrt_end; mrt_index += MRT_STEP)
  {
    const ulong mrt_id0 = mrt_index;
    int i = (int)mrt_id0;
    __global double *value = (__global double *)cut;
    __global double *weight;
    __global int *index = (__global int *)(cut + m * 8);
    for (int k = 0; k < m; ++k)
    {
      weight = (__global double *)(&own[k].weight);
      own[k].at[0] = (own[k].at[1] = i + k);
      weight[0] = k;
      value[k] = pieces_pieces_1_product((__global double *)own[k].at);
      index[m - 1 - k] = k;
    }

    a[i] = value[index[i % m]] + own[m - 1].weight;
  }

}
