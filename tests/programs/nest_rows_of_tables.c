/* Parts of flat arrays and of rows in a table together; the CPU runs some of the launches.  expect: offloaded=3 */
#include <stdio.h>
#include <stdlib.h>

static void add(int rows, int columns, int stride, double **table, double *flat, int wanted)
{
  (void)wanted;
#pragma omp parallel for if (wanted)
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) {
      table[i][j] += flat[i * stride + j];
      flat[i * stride + j] = table[i][j] + j;
    }
}

static void halve(int rows, int size, double **table)
{
#pragma omp parallel for
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < size; j++)
      table[i][j] = table[i][j] / 2 + i;
}

int main(void)
{
  enum { ROWS = 5, SIZE = 30 };
  double **table = malloc(ROWS * sizeof *table), *flat = calloc(ROWS * 10, sizeof *flat), sum = 0;
  for (int i = 0; i < ROWS; i++)
    table[i] = calloc(SIZE, sizeof **table);
  for (int t = 0; t < 3; t++) {
    add(ROWS, 8, 10, table, flat, 1);
    halve(ROWS, SIZE, table);
    add(ROWS, 10, 10, table, flat, 0); /* not wanted on several threads */
    halve(ROWS, SIZE, table);
    add(1, 25, 10, table, flat, 1); /* one row that goes on in the next */
    halve(ROWS, SIZE, table);
    add(1, 28, 10, table, flat, 0);
  }
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < SIZE; j++)
      sum += table[i][j] * (j % 7 + i);
  for (int i = 0; i < ROWS * 10; i++)
    sum += flat[i] * (i % 3);
  printf("%.10g\n", sum);
  for (int i = 0; i < ROWS; i++)
    free(table[i]);
  free(table);
  free(flat);
  return 0;
}
