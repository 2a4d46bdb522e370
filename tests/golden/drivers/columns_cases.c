#include "../transforms/columns/cases.c"

#include <stdio.h>

int main(void)
{
  double total = 0.0;
  int j, i;

  for (j = 0; j < 64; j++)
    for (i = 0; i < 100; i++) {
      grid[j][i] = (j * 7 + i * 3) % 11 - 5.0;
      place[j][i] = (j + i * 13) % 100;
    }
  constant_columns();
  columns_of_integers();
  columns_by_variable();
  for (j = 0; j < 64; j++)
    for (i = 0; i < 100; i++)
      total += grid[j][i] * (i + 1) + place[j][i] * (j + 1);
  printf("%.10g\n", total);
  return 0;
}
