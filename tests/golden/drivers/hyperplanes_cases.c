#include "../transforms/hyperplanes/cases.c"

#include <stdio.h>

int main(void)
{
  double sum = 0.0;

  for (int k = 0; k < 12; k++)
    for (int i = 0; i < 16; i++)
      for (int j = 0; j < 20; j++) {
        a[k][i][j] = (k * 5 + i * 3 + j) % 7;
        b[k][i][j] = (k + i + j) % 5 * 0.25;
      }
  relax(12, 15);
  back(12, 15);
  skewed(11, 15);
  for (int k = 0; k < 12; k++)
    for (int i = 0; i < 16; i++)
      for (int j = 0; j < 20; j++)
        sum += (a[k][i][j] - b[k][i][j]) * (1 + (k + i + j) % 3);
  printf("%.9g %.9g %d\n", sum, c[3][4], done[5]);
  return 0;
}
