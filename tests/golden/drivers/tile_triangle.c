#include "../transforms/tile/triangle.c"

#include <stdio.h>

int main(void)
{
  int i, j;

  for (i = 0; i < 100; i++)
    for (j = 0; j < 100; j++)
      a[i][j] = (i * 3 + j) % 8;
  f(67);
  for (i = 0; i < 100; i += 5)
    for (j = 0; j < 100; j += 4)
      printf("%g\n", c[i][j]);
  return 0;
}
