#include "../transforms/inline/cases.c"

#include <stdio.h>

int main(void)
{
  double sum = 0.0;
  int i, j;

  for (i = 0; i < 24; i++)
    for (j = 0; j < 40; j++) {
      a[i][j] = (i * 5 + j) % 13;
      b[i][j] = (i + j * 7) % 17 - 5;
    }
  rows(40);
  values(38);
  for (i = 0; i < 24; i++) {
    sum += y[i] * (i + 1);
    for (j = 0; j < 40; j++)
      sum += a[i][j] * j;
  }
  printf("%.8g\n", sum);
  return 0;
}
