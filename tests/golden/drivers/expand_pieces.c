#include "../transforms/expand/pieces.c"

#include <stdio.h>

static double out[70];

int main(void)
{
  double sum = 0;

  pieces(70, 9, out);
  for (int i = 0; i < 70; i++)
    sum += out[i] * (i % 5);
  printf("%.12g\n", sum);
  return 0;
}
