/* Counters that are pointers to pointers, or whose last value is needed.  expect: offloaded=0 kept=K003,K009 */
#include <stdio.h>

#define N 30

static int a[N], *rows[N];

int main(void)
{
  int **row, *p, i;

  for (i = 0; i < N; i++)
    rows[i] = &a[i];
#pragma omp parallel for
  for (row = rows; row < rows + N; row++)
    **row = (int)(row - rows) * 2;
#pragma omp parallel for lastprivate(p)
  for (p = a; p < a + N; p++)
    *p += 1;
  printf("%d %d %d\n", a[1], a[N - 1], (int)(p - a));
  return 0;
}
