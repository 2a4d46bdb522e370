#include "../transforms/gang/components.c"

#include <stdio.h>

int main(void)
{
  double total = 0.0;
  int j, i, p, m;

  for (j = 0; j < 40; j++)
    for (p = 0; p < 60; p++) {
      factor[j][p] = (j * 3 + p) % 7 * 0.25;
      for (i = 0; i < 40; i++)
        for (m = 0; m < 3; m++)
          field[j][i][p][m] = (j + 2 * i + 3 * p + 5 * m) % 13 - 6.0;
    }
  lines();
  rows();
  for (j = 0; j < 40; j++)
    for (p = 0; p < 60; p++) {
      total += factor[j][p] * (1 + p % 5);
      for (i = 0; i < 40; i++)
        for (m = 0; m < 3; m++)
          total += field[j][i][p][m] * (1 + (i + p + m) % 7);
    }
  printf("%.8g\n", total);
  return 0;
}
