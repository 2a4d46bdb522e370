/* expect: offloaded=4
   Bounds of work-shared loops in memory that kernels use, too: in an array and a structure that none writes, and in
   elements that one writes.  Only these elements are read on the host between launches. */
#include <stdio.h>

enum { ROWS = 400, COLUMNS = 300, STEPS = 12 };

static int extent[2];
static struct { int rows, first; } shape;
static double heat[ROWS][COLUMNS], next[ROWS][COLUMNS];
static int last[ROWS];

static void smooth(void) {
  int i, j;
#pragma omp for
  for (i = 1; i <= extent[0] - 2; i++)
    for (j = 1; j < extent[1] - 1; j++)
      next[i][j] = heat[i][j] + 0.1 * (heat[i - 1][j] + heat[i + 1][j] - 2 * heat[i][j]);
#pragma omp for
  for (i = shape.first; i < shape.rows; i++)
    for (j = 1; j < extent[1] - shape.first; j++)
      heat[i][j] = next[i][j] + 0.1 * (next[i][j - 1] + next[i][j + 1] - 2 * next[i][j]);
}

int main(void) {
  int i, j, step;
  double sum = 0;
  extent[0] = ROWS, extent[1] = COLUMNS;
  shape.rows = ROWS - 1, shape.first = 1;
  for (i = 0; i < ROWS; i++)
    for (j = 0; j < COLUMNS; j++)
      heat[i][j] = next[i][j] = (i * 31 + j * 17) % 97;
#pragma omp parallel private(i, j, step)
  for (step = 0; step < STEPS; step++) {
    smooth();
#pragma omp for
    for (i = 0; i < ROWS; i++)
      last[i] = (i * 7 + step) % (COLUMNS - 2) + 1;
#pragma omp for
    for (j = 1; j < last[step]; j++)
      heat[step][j] *= 0.5;
  }
  for (i = 0; i < ROWS; i++)
    for (j = 0; j < COLUMNS; j++)
      sum += heat[i][j] * (i % 5 + 1);
  printf("%.9g %d\n", sum, last[STEPS]);
  return 0;
}
