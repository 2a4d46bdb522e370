#include "../transforms/expand/arrays.c"

#include <stdio.h>

static double one[70], two[13][17];
static int line[20000];

int main(void)
{
  double sum = 0;

  sweep(70, one);
  sweep(0, one);
  rows(13, 17, two);
  for (int i = 0; i < 70; i++)
    sum += one[i] * (i % 5);
  for (int i = 0; i < 13; i++)
    for (int j = 0; j < 17; j++)
      sum += two[i][j] * ((i + 2 * j) % 7);
  for (int k = 0; k < 20000; k++)
    line[k] = (k * 7) % 1000;
  printf("%.12g %d\n", sum, found(90, line));
  return 0;
}
