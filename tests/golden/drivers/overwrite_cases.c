#include "../transforms/overwrite/cases.c"

#include <stdio.h>

int main(void)
{
  static double p[50], q[50];
  double sum = 0.0;
  int i, j;

  for (i = 0; i < 50; i++)
    p[i] = q[i] = i;
  for (i = 0; i < 20; i++)
    for (j = 0; j < 30; j++)
      border[i][j] = i * j;
  for (i = 0; i < 40; i++)
    halves[i].y[1] = i;
  fills(33, p, q);
  for (i = 0; i < 50; i++)
    sum += p[i] * (i + 1);
  for (i = 0; i < 20; i++)
    for (j = 0; j < 30; j++)
      sum += whole[i][j] * j + border[i][j] + later[i];
  for (i = 0; i < 40; i++)
    sum += pairs[i].x + pairs[i].y[1] + halves[i].x + halves[i].y[1];
  printf("%g\n", sum);
  return 0;
}
