#include "../transforms/gang/rows.c"

#include <stdio.h>

int main(void)
{
  enum { ROWS = 9, EACH = 40 };
  static int row[ROWS + 1], column[ROWS * EACH];
  static double a[ROWS * EACH], x[ROWS], y[ROWS];
  int i;

  for (i = 0; i < ROWS * EACH; i++) {
    column[i] = i * 5 % ROWS;
    a[i] = i % 7;
  }
  for (i = 0; i < ROWS; i++) {
    row[i + 1] = row[i] + i % 5 * 10;
    x[i] = i + 1.0;
  }
  multiply(ROWS, row, column, a, x, y);
  for (i = 0; i < ROWS; i++)
    printf("%g\n", y[i]);
  return 0;
}
