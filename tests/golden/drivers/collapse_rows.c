#include "../transforms/collapse/rows.c"

#include <stdio.h>
#include <stdlib.h>

enum { MOST = 1 << 16 };

static int row[MOST + 1], column[MOST];
static long place[MOST + 1], count[MOST];
static unsigned end[MOST + 1];
static double a[MOST], x[MOST], y[MOST];
static float b[MOST], least[MOST], most[MOST];

static int length(int way, int i, int rows)
{
  switch (way) {
  case 0:
    return i == rows / 2 ? 5000 : i % 4;
  case 1:
    return i % 3 ? 0 : i % 17;
  case 2:
    return i == 0 || i == rows - 1 ? 4000 : 0;
  default:
    return 1 + i % 900;
  }
}

static void check(int way, int rows)
{
  double total = 0.0;
  int i;

  for (i = 0; i < rows; i++) {
    row[i + 1] = row[i] + length(way, i, rows);
    place[i + 1] = row[i + 1];
    end[i + 1] = row[i + 1];
    x[i] = i % 4 + 1.0;
    factor_of[i] = i % 3;
  }
  for (i = 0; i < row[rows]; i++) {
    column[i] = i * 5 % rows;
    a[i] = i % 7;
    b[i] = i * 7 % 1001;
    weight[i] = i % 11 * 0.25;
  }
  multiply(rows, row, column, a, x, y);
  scale(3, rows, place);
  extremes(rows, end, column, b, least, most, count);
  for (i = 0; i < rows; i++)
    total += y[i] * (i % 9 + 1);
  printf("%d rows in way %d: %.10g", rows, way, total);
  for (i = 0, total = 0.0; i < row[rows]; i++)
    total += stored[i] * (i % 11);
  printf(" %.10g", total);
  for (i = 1, total = 0.0; i <= rows; i++)
    total += (least[i] < 1e29f ? least[i] * 3 + most[i] : 1) * (i % 5) + count[i];
  printf(" %.10g", total);
  refused(rows, row, a, y);
  for (i = 0, total = 0.0; i < rows; i++)
    total += y[i];
  printf(" %.10g\n", total);
}

int main(void)
{
  row[10] = 700; /* bounds that fall, so that rows overlap */
  row[20] = 800;
  a[750] = x[0] = 2.0;
  multiply(90, row, column, a, x, y);
  printf("%.10g %.10g %.10g\n", y[9], y[10], y[19]);
  check(0, 700);
  check(1, 1300);
  check(2, 1900);
  check(3, 90);
  return 0;
}
