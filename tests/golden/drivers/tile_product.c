#include "../transforms/tile/product.c"

#include <stdio.h>

int main(void)
{
  int i, j;

  for (i = 0; i < 100; i++)
    for (j = 0; j < 100; j++) {
      a[i][j] = (i + j) % 7;
      b[i][j] = i * j % 5;
    }
  f(70, 0.5);
  for (i = 0; i < 100; i += 9)
    for (j = 0; j < 100; j += 3)
      printf("%g\n", c[i][j]);
  return 0;
}
