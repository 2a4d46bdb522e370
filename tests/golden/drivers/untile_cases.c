#include "../transforms/untile/cases.c"

#include <stdio.h>

int main(void)
{
  double sum = 0.0;
  int i, j;

  for (i = 0; i < 24; i++)
    for (j = 0; j < 24; j++) {
      a[i][j] = (i * 5 + j) % 13;
      b[i][j] = (i + j * 7) % 17 - 5;
      line[i * 24 + j] = i - j;
    }
  printf("%g\n", tiled(24, 6));
  printf("%g\n", tiled(21, 8));
  printf("%g\n", tiled(3, 24));
  printf("%g\n", sums(23));
  for (i = 0; i < 24; i++)
    for (j = 0; j < 24; j++)
      sum += a[i][j] * j + b[i][j] * (i + 1) + line[i * 24 + j] * (j % 5);
  printf("%.8g\n", sum);
  return 0;
}
