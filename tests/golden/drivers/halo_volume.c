#include "../transforms/halo/volume.c"

#include <stdio.h>

int main(void)
{
  double sum = 0;
  int i;

  for (i = 0; i < 20 * 24 * 70; i++)
    (&volume[0][0][0])[i] = i * 7 % 31;
  star(20);
  for (i = 0; i < 20 * 24 * 70; i++)
    sum += (&result[0][0][0])[i] * (i % 9 + 1);
  printf("%.6f\n", sum);
  return 0;
}
