#include "../transforms/distribute/cases.c"

#include <stdio.h>

int main(void)
{
  double sum = 0.0, found;
  int i, j;

  for (i = 0; i < 20; i++)
    for (j = 0; j < 30; j++) {
      a[i][j] = (i * 5 + j) % 13;
      b[i][j] = (i + j * 7) % 17 - 5;
    }
  columns(20);
  columns(0);
  rows(20, 1.5);
  rows(7, 0.5);
  product(30);
  product(0);
  found = apart(30);
  for (i = 0; i < 20; i++)
    for (j = 0; j < 30; j++)
      sum += a[i][j] * (j + 1) + b[i][j] * i + c[i][j] * (1 + (i + j) % 3);
  for (j = 0; j < 30; j++)
    sum += mean[j] * j;
  printf("%.10g %.10g\n", found, sum);
  return 0;
}
