/* A condition chooses between two calls that each fill a row: the rows are stored in another order on the device.
 *
 * expect: offloaded=2
 */
#include <stdio.h>

enum { ROWS = 4000, COLUMNS = 8, TIMES = 20 };

static double table[ROWS][COLUMNS], result[ROWS];

static void count_up(double *row, int from)
{
  for (int column = 0; column < COLUMNS; column++)
    row[column] = from % 7 + column;
}

static void clear(double *row)
{
  for (int column = 0; column < COLUMNS; column++)
    row[column] = 1;
}

int main(void)
{
  for (int time = 0; time < TIMES; time++) {
#pragma omp parallel for
    for (int i = 0; i < ROWS; i++)
      i % 2 ? count_up(table[i], i + time) : clear(table[i]);
#pragma omp parallel for
    for (int i = 0; i < ROWS; i++)
      result[i] += table[i][0] + table[i][3] * table[i][2];
  }
  double sum = 0;
  for (int i = 0; i < ROWS; i++)
    sum += result[i] * (i % 5);
  printf("%.0f %.0f %.0f\n", sum, result[1], result[ROWS - 2]);
  return 0;
}
