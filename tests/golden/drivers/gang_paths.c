#include "../transforms/gang/paths.c"

#include <stdio.h>

int main(void)
{
  static int d[40 * 40];
  int i, k;
  long sum = 0;

  for (i = 0; i < 1600; i++)
    d[i] = i % 41 == 0 ? 0 : i * 37 % 101 < 20 ? i * 7 % 13 + 1 : 1000;
  for (k = 0; k < 40; k++)
    shorten(40, k, d);
  for (i = 0; i < 1600; i++)
    sum += d[i] * (i % 9 + 1);
  printf("%ld\n", sum);
  return 0;
}
