#include "../transforms/interleave/lines.c"

#include <stdio.h>

int main(void)
{
  double total = 0.0;
  int i, j;

  for (j = 0; j < 50; j++)
    for (i = 0; i < 100; i++)
      u[j][i] = (j * 7 + i * 3) % 11;
  solve(9);
  solve(50);
  add(45);
  for (j = 0; j < 50; j++) {
    for (i = 0; i < 100; i++)
      total += v[j][i] * (i + 1);
    total += sums[j] * (j + 1);
  }
  printf("%.10g\n", total);
  return 0;
}
