#include "../transforms/nest/cases.c"

#include <stdio.h>

int main(void)
{
  double sum = 0.0;
  int i, j, m;

  for (i = 0; i < 20; i++)
    for (j = 0; j < 30; j++) {
      a[i][j] = (i * 5 + j) % 13;
      b[i][j] = (i + j * 7) % 17 - 5;
    }
  printf("%g\n", nests(4, 9));
  printf("%g\n", nests(20, 25));
  for (i = 0; i < 20; i++)
    for (j = 0; j < 30; j++)
      for (m = 0; m < 5; m++)
        sum += cube[i][j][m] * (m + 1) + a[i][j] * j;
  printf("%g\n", sum);
  return 0;
}
