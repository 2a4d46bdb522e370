#include "../transforms/spmd/cases.c"

#include <stdio.h>

int main(void)
{
  double sum = 0.0;
  int i, j, k;

  for (i = 0; i < LENGTH; i++) {
    diagonal[i] = i % 3 * 0.25;
    for (k = 0; k < 30; k++)
      for (j = 0; j < LINES; j++)
        right[k][i][j] = (k * 7 + i * 3 + j) % 11;
  }
  systems(LINES);
  for (k = 0; k < 30; k++)
    for (i = 0; i < LENGTH; i++)
      for (j = 0; j < LINES; j++)
        sum += solved[k][i][j] * (j % 5 + 1);
  printf("%g\n", sum);
  return 0;
}
