#include "../transforms/gang/stages.c"

#include <stdio.h>

int main(void)
{
  static double a[100][64];
  double sum = 0.0;
  int i, j;

  for (j = 0; j < 100; j++)
    for (i = 0; i < 64; i++)
      a[j][i] = (j * 7 + i * 3) % 11;
  combine(64, 9, a);
  for (j = 0; j < 100; j++)
    for (i = 0; i < 64; i++)
      sum += a[j][i] * (i + 1);
  printf("%g\n", sum);
  return 0;
}
