#include "../transforms/gang/turns.c"

#include <stdio.h>

int main(void)
{
  double total = 0.0;
  int line, p, m;

  for (line = 0; line < 24; line++)
    for (p = 0; p < 40; p++)
      for (m = 0; m < 3; m++)
        grid[line][p][m] = (line * 5 + p * 3 + m * 7) % 11 - 4.5;
  solve(0.25);
  for (line = 0; line < 24; line++)
    for (p = 0; p < 40; p++)
      for (m = 0; m < 3; m++)
        total += grid[line][p][m] * (1 + (line + 2 * p + 3 * m) % 7);
  printf("%.10g\n", total);
  return 0;
}
