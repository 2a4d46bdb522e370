#include "../transforms/distribute/cases.c"

#include <stdio.h>

int main(void)
{
  double sum = 0.0, found, reductions;
  int i, j;

  for (j = 0; j < 1100; j++)
    for (i = 0; i < 20; i++) {
      a[j][i] = (i * 5 + j) % 13;
      b[j][i] = (i + j * 7) % 17 - 5;
    }
  columns(1100);
  columns(20);
  columns(0);
  scaled(0, 1.5);
  scaled(7, 0.5);
  product(20);
  product(0);
  reductions = reduced(1100) + reduced(50);
  arrays(20);
  found = refused(1000);
  for (j = 0; j < 1100; j++)
    for (i = 0; i < 20; i++)
      sum += a[j][i] * (j % 7 + 1) + b[j][i] * i;
  for (i = 0; i < 20; i++)
    for (j = 0; j < 20; j++)
      sum += c[i][j] * (1 + (i + j) % 3) + mean[i];
  printf("%.10g %.10g %.10g\n", found, sum, reductions);
  return 0;
}
