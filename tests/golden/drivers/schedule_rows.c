#include "../transforms/schedule/rows.c"

#include <stdio.h>
#include <stdlib.h>

static void check(int rows, int each)
{
  int *row = calloc(rows + 1, sizeof *row), *column = calloc((size_t)rows * each, sizeof *column);
  long *place = calloc(rows + 1, sizeof *place);
  double *a = calloc((size_t)rows * each, sizeof *a), *x = calloc(rows, sizeof *x), *y = calloc(rows, sizeof *y);
  float *b = calloc((size_t)rows * each, sizeof *b), *factor = calloc(rows, sizeof *factor);
  double total = 0.0;
  int i, uneven = each / 3;

  for (i = 0; i < rows * each; i++) {
    column[i] = i * 5 % rows;
    a[i] = b[i] = i % 7;
  }
  place[0] = row[0] = 0;
  for (i = 0; i < rows; i++) {
    place[i + 1] = row[i + 1] = i + 1 == rows ? rows * each : (i + 1) * each + (i % 2 ? -uneven : uneven);
    x[i] = i % 4 + 1.0;
    factor[i] = i % 3;
  }
  multiply(rows, row, column, a, x, y);
  scale(rows, place, b, factor);
  for (i = 0; i < rows; i++)
    total += y[i] * (i % 9 + 1);
  printf("%d rows of %d: %.10g", rows, each, total);
  for (i = 0, total = 0.0; i < rows * each; i++)
    total += b[i] * (i % 11);
  printf(" %.10g\n", total);
  free(row);
  free(column);
  free(place);
  free(a);
  free(x);
  free(y);
  free(b);
  free(factor);
}

int main(void)
{
  int rows, each;

  for (each = 1; each <= 3500; each = each * 3 + 1)
    for (rows = 3; rows <= 20; rows += 8)
      check(rows, each);
  check(9, 2);
  check(3, 5000);
  return 0;
}
