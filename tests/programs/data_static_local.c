/* Static arrays of functions: the device keeps them between launches, whoever passes them on.  expect: offloaded=3 */
#include <stdio.h>

enum { ROWS = 48, COLUMNS = 40 };

struct window {
  int first, last;
};

static void grow(double field[ROWS][COLUMNS], const struct window *rows)
{
#pragma omp parallel for
  for (int i = rows->first; i < rows->last; i++)
    for (int j = 0; j < COLUMNS; j++)
      field[i][j] = 2 * field[i][j] + i - j;
}

static void gather(double *sums, const double *values, const int *where, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    sums[i] += values[where[i]];
}

/* The host changes the table between the calls. */
static const int *order(int shift)
{
  static int table[ROWS * COLUMNS];
  for (int i = 0; i < ROWS * COLUMNS; i++)
    table[i] = (i * 7 + shift) % (ROWS * COLUMNS);
  return table;
}

static double total(int more)
{
  static double kept[64], *last;
  double found = 0;
#pragma omp parallel for
  for (int i = 0; i < 64; i++)
    kept[i] += i + more;
  last = kept + more;
  for (int i = more; i < 64; i++)
    found += *last++;
  return found;
}

int main(void)
{
  static double field[ROWS][COLUMNS], sums[ROWS * COLUMNS];
  static struct window rows = {2, ROWS - 3};
  for (int step = 0; step < 3; step++) {
    grow(field, &rows);
    field[5][step] += 100;
    gather(sums, field[0], order(step), ROWS * COLUMNS);
    rows.first++;
  }
  double checksum = 0;
  for (int i = 0; i < ROWS * COLUMNS; i++)
    checksum += sums[i] * (i % 11);
  printf("%g %g %g\n", checksum, field[7][3], sums[100]);
  printf("%g ", total(1));
  printf("%g\n", total(2));
  return 0;
}
