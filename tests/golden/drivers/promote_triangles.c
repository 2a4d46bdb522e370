#include "../transforms/promote/triangles.c"

#include <stdio.h>

int main(void)
{
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 20; j++) {
      a[i][j] = (i + 2 * j) % 3 - 1;
      x[i][j] = (i * j) % 4;
    }
  times_triangle(9);
  for (int i = 0; i < 20; i += 3)
    printf("%.15g %.15g\n", x[i][i], x[i][8]);
  return 0;
}
