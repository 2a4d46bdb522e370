#include "../transforms/tile/trailing.c"

#include <stdio.h>

int main(void)
{
  for (int i = 0; i < 200; i++)
    for (int j = 0; j < 200; j++)
      a[i][j] = (i * 7 + j) % 5 - 2;
  update(150, 3, 20);
  for (int i = 0; i < 200; i += 17)
    printf("%.15g %.15g\n", a[i][i], a[199 - i][i]);
  return 0;
}
