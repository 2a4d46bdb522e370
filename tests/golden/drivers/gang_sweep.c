#include "../transforms/gang/sweep.c"

#include <stdio.h>

int main(void)
{
  static double u[100][100], v[100][100];
  double sum = 0.0;
  int i, j;

  for (j = 0; j < 100; j++)
    for (i = 0; i < 100; i++)
      u[j][i] = (j * 7 + i * 3) % 11;
  solve(9, u, v);
  for (j = 0; j < 100; j++)
    for (i = 0; i < 100; i++)
      sum += v[j][i] * (i + 1);
  printf("%g\n", sum);
  return 0;
}
