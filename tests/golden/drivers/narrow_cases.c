#include "../transforms/narrow/cases.c"

#include <stdio.h>

int main(void)
{
  int i, j, k;

  for (k = 0; k < 10; k++)
    for (j = 0; j < 20; j++)
      for (i = 0; i < 30; i++)
        u[k][j][i] = (k * 7 + j * 5 + i * 3) % 11;
  printf("%g\n", norm(17));
  printf("%g\n", norm(0));
  return 0;
}
