#include "../transforms/unroll/blocks.c"

#include <stdio.h>

int main(void)
{
  static double in[40][LENGTH][SIZE], out[40][LENGTH][SIZE];

  for (int i = 0; i < 40; i++)
    for (int p = 0; p < LENGTH; p++)
      for (int m = 0; m < SIZE; m++)
        in[i][p][m] = 0.01 * ((i * 5 + p * 3 + m) % 17);
  f(40, in, out);
  for (int i = 0; i < 40; i += 13)
    for (int m = 0; m < SIZE; m++)
      printf("%.9g\n", out[i][LENGTH - 1][m]);
  return 0;
}
