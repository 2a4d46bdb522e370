#include "../transforms/fuse/lines.c"

#include <stdio.h>

int main(void)
{
  double total = 0.0;
  int k, j, i;

  for (k = 0; k < 40; k++)
    for (j = 0; j < 40; j++) {
      speed[k][j] = 0.5 + (k + j) % 3;
      for (i = 0; i < 40; i++) {
        field[k][j][i] = (k * 3 + j * 7 + i * 5) % 11 - 4.5;
        weight[k][j][i] = (k + j + i) % 4;
      }
    }
  cases(17);
  cases(39);
  for (k = 0; k < 40; k++)
    for (j = 0; j < 40; j++)
      for (i = 0; i < 40; i++)
        total += field[k][j][i] * (i + 1) + weight[k][j][i] * (j + 1);
  printf("%.10g\n", total);
  return 0;
}
