#include "../transforms/fuse/calls.c"

#include <stdio.h>

int main(void)
{
  static const double weights[2] = {1.0, 2.0};
  double sum = 0.0;
  int j, m;

  for (j = 0; j < 12; j++)
    for (m = 0; m < 3; m++) {
      field[j][0][m] = (j * 5 + m) % 7 - 2.5;
      speed[0][j][m] = j % 3;
      speed[1][j][m] = j % 4 - 1.0;
    }
  cases(2, weights);
  for (j = 0; j < 12; j++)
    for (m = 0; m < 3; m++)
      sum += flux[j][0][m] * (j + m + 1) + speed[0][j][m] + speed[1][j][m];
  printf("%g\n", sum);
  return 0;
}
