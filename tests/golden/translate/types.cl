#pragma OPENCL FP_CONTRACT OFF

/* types.c:7:9 */
__kernel void types_convert_1(__global uchar *bytes_base, long bytes_offset, __global short *s_base, long s_offset, __global uchar *flags_base, long flags_offset, __global ulong *wide_base, long wide_offset, __global char *small_base, long small_offset, ulong mrt_count0)
{
  __global uchar *bytes = (__global uchar *)((__global char *)bytes_base + bytes_offset);
  __global short *s = (__global short *)((__global char *)s_base + s_offset);
  __global uchar *flags = (__global uchar *)((__global char *)flags_base + flags_offset);
  __global ulong *wide = (__global ulong *)((__global char *)wide_base + wide_offset);
  __global char *small = (__global char *)((__global char *)small_base + small_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  long i = (long)mrt_id0;
  uchar odd = (bytes[i] & 1) != 0;
  uchar negative = s[i] < 0;
  flags[i] = s[i] != 0;
  flags[i] = (flags[i] | odd) != 0;
  wide[i] = 0xFFFFFFFFFFUL + (bytes[i] != 0) + 16UL + 0x3;
  small[i] = negative ? -1 : '\n';
}
