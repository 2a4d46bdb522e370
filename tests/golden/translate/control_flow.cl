#pragma OPENCL FP_CONTRACT OFF

/* control_flow.c:6:9 */
__kernel void control_flow_classify_1(__global int *in_base, long in_offset, __global int *out_base, long out_offset, ulong mrt_count0)
{
  __global int *in = (__global int *)((__global char *)in_base + in_offset);
  __global int *out = (__global int *)((__global char *)out_base + out_offset);
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  do
  {
    int steps = 0;
    int v = in[i];
    int j;
    uint kind;
    if (v < 0)
      continue;
    while (v != 1)
    {
      if (steps > 100)
        break;
      v = v % 2 ? 3 * v + 1 : v / 2;
      steps++;
    }

    do
      v--;
    while (v > 0);
    switch (steps % 3)
    {
      case 0:
        kind = 0;
        break;

      case 1:
        kind = 5;

      default:
        kind = 6;

    }

    for (j = 0, v = 10; j < v; j++, v--)
      ;

    out[i] = kind == 6 ? (steps += 1, steps) : (int)kind + 'a' + j;
  }
  while (0);
}
