#include "../transforms/layout/turned.c"

#include <stdio.h>

int main(void)
{
  double sum = 0.0;
  int i, j, m;

  for (j = 0; j < 30; j++)
    for (i = 0; i < 40; i++)
      for (m = 0; m < 5; m++) {
        u[j][i][m] = (i * 5 + j * 3 + m) % 7 * 0.25;
        r[j][i][m] = (i + j * 2 + m * 3) % 5 * 0.5;
      }
  turned();
  for (j = 0; j < 30; j++)
    for (i = 0; i < 40; i++)
      for (m = 0; m < 5; m++)
        sum += u[j][i][m] * (m + 1) + r[j][i][m] * (i - j);
  printf("%g\n", sum);
  return 0;
}
