/* Threadprivate values that all threads set alike in a region are used by its loops, and in the next region.
 * expect: offloaded=3 kept=K014 */
#include <stdio.h>

#define N 45

static int size, table[3];
#pragma omp threadprivate(size, table)

static int a[N], b[N], c[N];

static void set_up(int n)
{
  int k;

  size = n;
  for (k = 0; k < 3; k++)
    table[k] = n + k;
#pragma omp barrier
}

static void fill(int *to)
{
  int i;

#pragma omp for
  for (i = 0; i < N; i++)
    to[i] = size * i + table[i % 3];
}

int main(void)
{
  int i;

#pragma omp parallel
  {
    set_up(4);
    fill(a);
#pragma omp single
    a[0] = 100;
    set_up(6);
    fill(b);
  }
#pragma omp parallel
  {
    set_up(2);
#pragma omp for
    for (i = 0; i < N; i++)
      c[i] = a[i] + b[i] * size;
#pragma omp for
    for (i = 0; i < N; i++)
      c[i] -= table[1];
  }
#pragma omp parallel for
  for (i = 0; i < N; i++)
    b[i] += size;
  for (i = 0; i < N; i += 8)
    printf("%d %d %d\n", a[i], b[i], c[i]);
  return 0;
}
