/* K&R definitions, implicit int and a tentative definition.  expect: offloaded=1  flags: -std=gnu89 -w */
#include <stdio.h>

#define N 30

int table[N];
int table[];

scale(values, n, factor)
int *values;
int n, factor;
{
  register i;

#pragma omp parallel for
  for (i = 0; i < n; i++)
    values[i] = values[i] * factor + i;
  return n;
}

main()
{
  int i;

  for (i = 0; i < N; i++)
    table[i] = 2;
  printf("%d\n", scale(table, N, 5));
  for (i = 0; i < N; i += 4)
    printf("%d\n", table[i]);
  return 0;
}
