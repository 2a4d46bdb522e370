#include "../transforms/unroll/loops.c"

#include <stdio.h>

int main(void)
{
  static double a[100][100], sum[100];
  int i, j;

  for (i = 0; i < 100; i++)
    for (j = 0; j < 100; j++)
      a[i][j] = 0.001 * ((i * 7 + j) % 13);
  f(5, a, sum);
  for (i = 0; i < 100; i += 9)
    printf("%.9g\n", sum[i]);
  return 0;
}
