#include "../transforms/sweep/cases.c"

#include <stdio.h>

int main(void)
{
  double sum = 0.0;
  int last;

  for (int j = 0; j < 64; j++) {
    low[j] = 0.25 + j % 3;
    for (int i = 0; i < 96; i++)
      x[j][i] = (i * 7 + j) % 11;
  }
  for (int i = 0; i < 32; i++)
    for (int j = 0; j < 32; j++)
      for (int k = 0; k < 48; k++)
        f[i][j][k] = (i + 2 * j + k) % 5;
  last = down(20, 90);
  lines(30, 40);
  diagonal(60);
  for (int j = 0; j < 64; j++)
    for (int i = 0; i < 96; i++)
      sum += x[j][i] * (1 + (i + j) % 3);
  for (int i = 0; i < 32; i++)
    for (int j = 0; j < 32; j++)
      for (int k = 0; k < 48; k++)
        sum += left[i][j][k] * (1 + (i + j + k) % 4);
  for (int k = 0; k < 48; k++)
    sum += line[k] * k;
  printf("%d %.9g\n", last, sum);
  return 0;
}
