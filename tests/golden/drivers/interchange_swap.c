#include "../transforms/interchange/swap.c"

#include <stdio.h>

int main(void)
{
  double sum = 0.0;
  int i, j;

  for (i = 0; i < 20; i++)
    for (j = 0; j < 30; j++)
      b[i][j] = i * 30 + j;
  printf("%g\n", swap());
  for (i = 0; i < 20; i++)
    for (j = 0; j < 30; j++)
      sum += a[i][j] * (j + 1) + b[i][j];
  printf("%g\n", sum);
  return 0;
}
