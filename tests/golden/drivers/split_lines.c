#include "../transforms/split/lines.c"

#include <stdio.h>

int main(void)
{
  double sum = 0.0;
  int i, j;

  for (i = 0; i < 40; i++)
    for (j = 0; j < 100; j++)
      a[i][j] = (i * 3 + j) % 9 - 4;
  lines(80, 33);
  lines(1, 0);
  for (i = 0; i < 40; i++)
    for (j = 0; j < 100; j++)
      sum += b[i][j] * (j + 1);
  printf("%g\n", sum);
  return 0;
}
