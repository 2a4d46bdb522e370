/* Single elements of a large array, moved alone, that has an order of its own on the device.  expect: offloaded=2 */
#include <stdio.h>

#define ROWS 300
#define COLUMNS 50

static double at[ROWS][COLUMNS];

int main(void)
{
  double seen = 0.0, sum = 0.0;
  int i, j, round;

#pragma omp parallel private(round, j)
  {
#pragma omp for
    for (i = 0; i < ROWS; i++)
      for (j = 0; j < COLUMNS; j++)
        at[i][j] = i * 0.5 + j + (j > 0 ? 0.25 * at[i][j - 1] : 0.0);
    for (round = 0; round < 4; round++) {
#pragma omp single
      {
        seen += at[round][2] + at[ROWS - 1][COLUMNS - 1 - round];
        at[7][round] = round * 3.5;
        at[ROWS - 2][0] += 1.0;
      }
#pragma omp for
      for (i = 0; i < ROWS; i++)
        for (j = 1; j < COLUMNS; j++)
          at[i][j] = 0.5 * at[i][j] + 0.25 * at[i][j - 1];
    }
  }
  for (i = 0; i < ROWS; i++)
    for (j = 0; j < COLUMNS; j++)
      sum += at[i][j] * (i % 3 + j % 5);
  printf("%.12g %.12g\n", seen, sum);
  return 0;
}
