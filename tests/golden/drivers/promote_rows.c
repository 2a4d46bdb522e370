#include "../transforms/promote/rows.c"

#include <stdio.h>

int main(void)
{
  double sum = 0.0;
  int i, m;

  for (i = 0; i < 9; i++)
    for (m = 0; m < 3; m++) {
      field[i][m] = (i * 4 + m) % 5 - 1.5;
      flux[i][m] = i - m;
    }
  cases(1, field);
  caller();
  for (i = 0; i < 9; i++)
    for (m = 0; m < 3; m++)
      sum += (flux[i][m] + 3.0 * other[i][m]) * (i + 2 * m + 1);
  printf("%g\n", sum);
  return 0;
}
