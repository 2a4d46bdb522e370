#include "../transforms/interchange/nearest.c"

#include <stdio.h>

int main(void)
{
  double sum = 0.0;
  int i, j, k, m;

  for (i = 0; i < 20; i++)
    for (j = 0; j < 30; j++)
      for (k = 0; k < 40; k++)
        for (m = 0; m < 25; m++)
          f[i][j][k][m / 5][m % 5] = (i * 7 + j * 5 + k * 3 + m) % 17;
  nearest();
  for (i = 0; i < 20; i++)
    for (j = 0; j < 30; j++)
      for (k = 0; k < 40; k++)
        sum += g[i][j][k][0][1] * (i + 1) + g[i][j][k][3][2] * (k - j);
  printf("%g\n", sum);
  return 0;
}
