#include "../transforms/gang/counters.c"

#include <stdio.h>

int main(void)
{
  static double a[100][20], b[100][70];
  double sum = 0.0;
  int i, j;

  for (j = 0; j < 100; j++)
    for (i = 0; i < 70; i++)
      b[j][i] = (j * 7 + i * 3) % 11;
  smooth(6, 9, a, b);
  for (j = 0; j < 100; j++)
    for (i = 0; i < 20; i++)
      sum += a[j][i] * (i + 1);
  printf("%g\n", sum);
  return 0;
}
