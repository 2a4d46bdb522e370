#include "../transforms/layout/components.c"

#include <stdio.h>

int main(void)
{
  double sum = 0.0;
  int i, j, k, m;

  for (k = 0; k < 10; k++)
    for (j = 0; j < 20; j++)
      for (i = 0; i < 30; i++)
        for (m = 0; m < 5; m++)
          u[k][j][i][m] = (k + j * 3 + i * 5 + m) % 11;
  for (i = 0; i < 40; i++) {
    kept[i][1] = i;
    for (j = 0; j < 50; j++)
      matrix[j][i] = (i + j) % 6;
  }
  printf("%g\n", components());
  for (k = 0; k < 10; k++)
    for (j = 0; j < 20; j++)
      for (i = 0; i < 30; i++)
        sum += u[k][j][i][0] * (i + 1);
  for (i = 0; i < 40; i++)
    sum += kept[i][0] + rows[i][49] + rows[i][0];
  printf("%g\n", sum);
  return 0;
}
