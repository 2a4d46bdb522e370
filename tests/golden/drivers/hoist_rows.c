#define main allocate
#include "../transforms/hoist/rows.c"
#undef main

#include <stdio.h>

int main(void)
{
  double sum = 0.0;
  int i, j, k;

  allocate();
  for (i = 0; i < 9; i++) {
    for (j = 0; j < 10; j++)
      a[i][j] = (i * 3 + j) % 8;
    for (j = 0; j < 18; j++)
      for (k = 0; k < 9; k++)
        grid[i][j][k] = (i + j * 5 + k) % 7;
  }
  rows(9, 1);
  for (i = 0; i < 9; i++) {
    for (j = 0; j < 10; j++)
      sum += a[i][j] * (j + 1);
    for (j = 0; j < 18; j++)
      for (k = 0; k < 9; k++)
        sum += grid[i][j][k] * (j + k);
  }
  printf("%g\n", sum);
  return 0;
}
