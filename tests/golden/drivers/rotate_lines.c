#include "../transforms/rotate/lines.c"

#include <stdio.h>

int main(void)
{
  double sum = 0.0;
  int i, p, n;

  for (i = 0; i < 40; i++)
    for (p = 0; p < 100; p++) {
      field[i][p] = 0.125 * ((i * 3 + p) % 9) - 0.5;
      load[i][p] = 0.25 * ((i + p * 7) % 5);
    }
  for (n = 0; n <= 100; n += 50) {
    lines(n);
    lines(n == 0 ? 1 : n - 1);
  }
  for (i = 0; i < 40; i++)
    for (p = 0; p < 100; p++)
      sum += field[i][p] * (p + 1) - load[i][p] * (i + 1);
  printf("%.10g\n", sum);
  return 0;
}
