#pragma OPENCL FP_CONTRACT OFF

int cases_run_1_fibonacci(int n, int *mrt_stopped);
int cases_run_1_divisor(int m, int n_1);
int cases_run_2_even(int n, int *mrt_stopped);
void cases_run_3_walk(__global int *row, int k, int n, int *mrt_stopped);

int cases_run_1_fibonacci(int n, int *mrt_stopped)
{
  int fibonacci_result_frames[128];
  int n_frames[128];
  int state_frames[128];
  int fibonacci_result_1;
  int value;
  int top = 0;
  int state = 0;
  n_frames[0] = n;
  do
  {
    switch (state)
    {
      case 0:
      {
        if (n_frames[top] < 2)
        {
          value = n_frames[top];
          break;
        }
        else
        {
          if (top + 1 == 128)
          {
            { *mrt_stopped = 1; return 0; }
          }
          n_frames[top + 1] = n_frames[top] - 1;
          state_frames[top] = 1;
          top += 1;
          state = 0;
          continue;
        }
      }

      case 1:
      {
        fibonacci_result_frames[top] = value;
        if (top + 1 == 128)
        {
          { *mrt_stopped = 1; return 0; }
        }
        n_frames[top + 1] = n_frames[top] - 2;
        state_frames[top] = 2;
        top += 1;
        state = 0;
        continue;
      }

      case 2:
      {
        fibonacci_result_1 = value;
        value = fibonacci_result_frames[top] + fibonacci_result_1;
        break;
      }

    }

    top -= 1;
    if (top >= 0)
      state = state_frames[top];
  }
  while (top >= 0);
  return value;
}


int cases_run_1_divisor(int m, int n_1)
{
  int divisor_result;
  int value_1;
  int top_1 = 0;
  int state_1 = 0;
  do
  {
    switch (state_1)
    {
      case 0:
      {
        if (n_1 == 0)
        {
          value_1 = m;
          break;
        }
        else
        {
          int m_1 = n_1;
          int n_1_1 = m % n_1;
          m = m_1;
          n_1 = n_1_1;
          state_1 = 0;
          continue;
        }
      }

    }

    top_1 -= 1;
    if (top_1 >= 0)
      state_1 = 0;
  }
  while (top_1 >= 0);
  return value_1;
}


int cases_run_2_even(int n, int *mrt_stopped)
{
  int state_frames[128];
  int even_result;
  int n_1;
  int odd_result;
  int truth;
  int truth_1;
  int value;
  int top = 0;
  int state = 0;
  do
  {
    switch (state)
    {
      case 0:
      {
        truth = n == 0;
        if (!truth)
        {
          if (top + 1 == 128)
          {
            { *mrt_stopped = 1; return 0; }
          }
          n_1 = n - 1;
          state_frames[top] = 1;
          top += 1;
          state = 2;
          continue;
        }
        else
        {
          value = truth;
          break;
        }
      }

      case 1:
      {
        odd_result = value;
        truth = odd_result != 0;
        value = truth;
        break;
      }

      case 2:
      {
        truth_1 = n_1 > 0;
        if (truth_1)
        {
          if (top + 1 == 128)
          {
            { *mrt_stopped = 1; return 0; }
          }
          n = n_1 - 1;
          state_frames[top] = 3;
          top += 1;
          state = 0;
          continue;
        }
        else
        {
          value = truth_1;
          break;
        }
      }

      case 3:
      {
        even_result = value;
        truth_1 = even_result != 0;
        value = truth_1;
        break;
      }

    }

    top -= 1;
    if (top >= 0)
      state = state_frames[top];
  }
  while (top >= 0);
  return value;
}


void cases_run_3_walk(__global int *row, int k, int n, int *mrt_stopped)
{
  int i_1_frames[128];
  int k_frames[128];
  int top = 0;
  int state = 0;
  k_frames[0] = k;
  do
  {
    switch (state)
    {
      case 0:
      {
        i_1_frames[top] = k_frames[top];
        state = 1;
        continue;
      }

      case 1:
      {
        if (i_1_frames[top] < n)
        {
          row[i_1_frames[top]] += k_frames[top];
          if (top + 1 == 128)
          {
            { *mrt_stopped = 1; return; }
          }
          k_frames[top + 1] = k_frames[top] + i_1_frames[top];
          top += 1;
          state = 0;
          continue;
        }
        else
        {
          break;
        }
      }

      case 2:
      {
        i_1_frames[top] += k_frames[top] + 1;
        state = 1;
        continue;
      }

    }

    top -= 1;
    if (top >= 0)
      state = 2;
  }
  while (top >= 0);
}


/* cases.c:19:9 (recursion) */
__kernel void cases_run_1(__global int *a_base, long a_offset, ulong mrt_count0, __global ulong *mrt_partials)
{
  __global int *a = (__global int *)((__global char *)a_base + a_offset);
  __global int *const mrt_stop = (__global int *)mrt_partials++;
  int mrt_stopped[1] = {0};
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  int fibonacci_result_2 = cases_run_1_fibonacci(i, mrt_stopped);
  if (*mrt_stopped) goto mrt_stopping;
  a[i] = fibonacci_result_2 + cases_run_1_divisor(60, i);
  if (0)
    mrt_stopping:
    *mrt_stop = 1;

}

/* cases.c:22:9 (recursion) */
__kernel void cases_run_2(__global int *b_base, long b_offset, ulong mrt_count0, __global ulong *mrt_partials)
{
  __global int *b = (__global int *)((__global char *)b_base + b_offset);
  __global int *const mrt_stop = (__global int *)mrt_partials++;
  int mrt_stopped[1] = {0};
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  int even_result_1 = cases_run_2_even(i, mrt_stopped);
  if (*mrt_stopped) goto mrt_stopping;
  b[i] = even_result_1;
  if (0)
    mrt_stopping:
    *mrt_stop = 1;

}

/* cases.c:25:9 (recursion) */
__kernel void cases_run_3(__global int (*t_base)[32], long t_offset, ulong mrt_count0, __global ulong *mrt_partials)
{
  __global int (*t)[32] = (__global int (*)[32])((__global char *)t_base + t_offset);
  __global int *const mrt_stop = (__global int *)mrt_partials++;
  int mrt_stopped[1] = {0};
  const ulong mrt_id0 = get_global_id(0);
  if (mrt_id0 >= mrt_count0)
    return;
  int i = (int)mrt_id0;
  cases_run_3_walk(t[i], 1, 32, mrt_stopped);
  if (*mrt_stopped) goto mrt_stopping;
  if (0)
    mrt_stopping:
    *mrt_stop = 1;

}
