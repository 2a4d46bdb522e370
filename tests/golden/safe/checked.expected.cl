#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

struct cell
{
  int count;
  double value[3];
};

int mrt_atomic_add_int(volatile __global int *object, int operand)
{
  return atomic_add(object, operand);
}

ulong mrt_inside_of(ulong at, ulong size, ulong buffers, int site, const ulong *memory, int *stopped);
ulong mrt_inside_of(ulong at, ulong size, ulong buffers, int site, const ulong *memory, int *stopped)
{
  for (const ulong *each = memory + 2; buffers != 0; buffers >>= 1, each += 4)
    if ((buffers & 1) && at >= each[0] && at <= each[1] && size <= each[1] - at)
      return at;
  if (*stopped == 0)
    *stopped = site;
  return memory[0];
}

ulong mrt_owned(ulong at, ulong size, ulong buffers, int site, const ulong *memory, int *stopped);
ulong mrt_owned(ulong at, ulong size, ulong buffers, int site, const ulong *memory, int *stopped)
{
  for (const ulong *each = memory + 2; buffers != 0; buffers >>= 1, each += 4)
  {
    if (!(buffers & 1) || each[2] == 0 || at < each[0] || at >= each[1])
      continue;
    for (ulong part = (at - each[0]) / each[3]; part <= (at - each[0] + size - 1) / each[3]; part++)
    {
      const uint owner = atomic_cmpxchg((volatile __global uint *)each[2] + part, 0u, (uint)memory[1]);
      if (owner != 0 && owner != (uint)memory[1] && *stopped == 0)
        *stopped = site;
    }
    break;
  }
  return at;
}

long mrt_below(long subscript, long length, int site, int *stopped);
long mrt_below(long subscript, long length, int site, int *stopped)
{
  if (subscript >= 0 && subscript < length)
    return subscript;
  if (*stopped == 0)
    *stopped = site;
  return 0;
}

int mrt_quotient_of_int(int dividend, int divisor, int site, int *stopped);
int mrt_quotient_of_int(int dividend, int divisor, int site, int *stopped)
{
  if (divisor != 0 && !(dividend == INT_MIN && divisor == -1))
    return dividend / divisor;
  if (*stopped == 0)
    *stopped = site;
  return 0;
}

int mrt_remainder_of_int(int dividend, int divisor, int site, int *stopped);
int mrt_remainder_of_int(int dividend, int divisor, int site, int *stopped)
{
  if (divisor != 0 && !(dividend == INT_MIN && divisor == -1))
    return dividend % divisor;
  if (*stopped == 0)
    *stopped = site;
  return 0;
}

double checked_f_1_sum(__global double *from, int length_1, ulong *mrt_memory, int *mrt_stopped);

double checked_f_1_sum(__global double *from, int length_1, ulong *mrt_memory, int *mrt_stopped)
{
  if (*mrt_stopped) { *mrt_stopped = max(*mrt_stopped, 1); return 0; }
  double s = 0;
  while (length_1-- > 0)
  {
    if (*mrt_stopped) { *mrt_stopped = max(*mrt_stopped, 1); return 0; }
    s += *((__global double *)mrt_inside_of((ulong)(from++), sizeof(double), 3UL, 2, mrt_memory, mrt_stopped));
  }

  return s;
}


/* checked.c:17:9 */
__kernel void checked_f_1(__global double *a_base, long a_offset, __global double *b_base, long b_offset, int m, __global int *to_base, long to_offset, __global struct cell *cells_base, long cells_offset, ulong mrt_count0, __global ulong *mrt_partials, __global uint *mrt_spare, long a_from, long a_to, ulong a_owners, long b_from, long b_to, ulong b_owners, long to_from, long to_to, ulong to_owners, long cells_from, long cells_to, ulong cells_owners)
{
  __global double *a = (__global double *)((__global char *)a_base + a_offset);
  __global double *b = (__global double *)((__global char *)b_base + b_offset);
  __global int *to = (__global int *)((__global char *)to_base + to_offset);
  __global struct cell *cells = (__global struct cell *)((__global char *)cells_base + cells_offset);
  __global int *const mrt_stop = (__global int *)mrt_partials++;
  int mrt_stopped[1] = {0};
  ulong mrt_memory[] = {
    (ulong)mrt_spare, 0,
    (ulong)a_base + a_from, (ulong)a_base + a_to, 0, 1,
    (ulong)b_base + b_from, (ulong)b_base + b_to, b_owners != 0 ? (ulong)(mrt_spare + b_owners) : 0, 8,
    (ulong)to_base + to_from, (ulong)to_base + to_to, 0, 1,
    (ulong)cells_base + cells_from, (ulong)cells_base + cells_to, cells_owners != 0 ? (ulong)(mrt_spare + cells_owners) : 0, 4,
  };
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  mrt_memory[1] = mrt_id0 + 1;
  __global double *either = i % 2 ? a : b + m;
  double own[4] = {0};
  own[mrt_below(i & 3, 4, 3, mrt_stopped)] = checked_f_1_sum(&either[i], m, mrt_memory, mrt_stopped) / 2;
  own[3] += mrt_quotient_of_int(i, m, 4, mrt_stopped) + i / 2;
  *((__global double *)mrt_owned((ulong)(&(*((__global double *)mrt_inside_of((ulong)b + (ulong)((long)(*((__global int *)mrt_inside_of((ulong)to + (ulong)((long)i) * sizeof(int), sizeof(int), 4UL, 5, mrt_memory, mrt_stopped)))) * sizeof(double), sizeof(double), 2UL, 6, mrt_memory, mrt_stopped)))), sizeof(double), 2UL, 7, mrt_memory, mrt_stopped)) += own[mrt_below(i & 3, 4, 8, mrt_stopped)];
  (*((__global double *)mrt_owned((ulong)(&(*((__global struct cell *)mrt_inside_of((ulong)cells + (ulong)((long)i) * sizeof(struct cell), sizeof(struct cell), 8UL, 9, mrt_memory, mrt_stopped))).value[mrt_below(mrt_remainder_of_int(*((__global int *)mrt_inside_of((ulong)to + (ulong)((long)i) * sizeof(int), sizeof(int), 4UL, 10, mrt_memory, mrt_stopped)), m, 11, mrt_stopped), 3, 12, mrt_stopped)]), sizeof(double), 8UL, 13, mrt_memory, mrt_stopped)))++;
  *((__global double *)mrt_inside_of((ulong)a + (ulong)((long)i) * sizeof(double), sizeof(double), 1UL, 14, mrt_memory, mrt_stopped)) = own[0];
  mrt_atomic_add_int(&(*((__global struct cell *)mrt_inside_of((ulong)cells + (ulong)((long)(*((__global int *)mrt_inside_of((ulong)to + (ulong)((long)i) * sizeof(int), sizeof(int), 4UL, 15, mrt_memory, mrt_stopped)))) * sizeof(struct cell), sizeof(struct cell), 8UL, 16, mrt_memory, mrt_stopped))).count, i);
  if (*mrt_stopped) goto mrt_stopping;
  if (0)
    mrt_stopping:
    *mrt_stop = max(mrt_stopped[0], 1);

}
