/* single with private, firstprivate and copyprivate, and flush between loops.  expect: offloaded=3 */
#include <stdio.h>

#define N 50

static int a[N];
static int flag;

int main(void)
{
  int i, base = 5, copy = 9, scratch = 3, table[3] = {1, 2, 3};

#pragma omp parallel private(i)
  {
    int got, line[2];

#pragma omp single private(scratch) firstprivate(copy, table) copyprivate(got, line)
    {
      scratch = copy * 2;
      copy = 0;
      table[1] += scratch;
      got = base + table[1] + table[2] + copy;
      line[0] = scratch;
      line[1] = got - 1;
    }
#pragma omp for
    for (i = 0; i < N; i++)
      a[i] = got * i + line[i % 2];
#pragma omp master
    flag = a[3];
#pragma omp flush
#pragma omp barrier
#pragma omp flush(flag)
#pragma omp for nowait
    for (i = 0; i < N; i++)
      a[i] -= flag;
#pragma omp single nowait
    base = 6;
#pragma omp barrier
#pragma omp for
    for (i = 0; i < N; i++)
      a[i] *= base;
  }
  printf("%d\n", base);
  for (i = 0; i < N; i += 9)
    printf("%d\n", a[i]);
  return 0;
}
