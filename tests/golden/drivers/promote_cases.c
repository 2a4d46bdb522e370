#include "../transforms/promote/cases.c"

#include <stdio.h>

int main(void)
{
  static double own[30];
  double sum = 0.0;
  int i, j;

  for (i = 0; i < 20; i++)
    for (j = 0; j < 30; j++)
      a[i][j] = (i * 3 + j) % 9 - 3;
  for (i = 0; i < 30; i++) {
    own[i] = i;
    for (j = 0; j < 20; j++)
      b[i][j] = (i + j * 5) % 8;
  }
  cases(20, own);
  cases(0, own);
  for (i = 0; i < 20; i++) {
    for (j = 0; j < 20; j++)
      sum += c[i][j] * (j + 1);
    sum += line[i] + pairs[i].x + pairs[i].y + counts[i];
  }
  printf("%g\n", sum);
  return 0;
}
