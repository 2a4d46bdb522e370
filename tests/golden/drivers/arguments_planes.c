#include "../transforms/arguments/planes.c"

#include <stdio.h>
#include <stdlib.h>

static float ***planes(const struct grid *grid, int seed)
{
  float ***made = malloc(grid->planes * sizeof *made);
  for (int i = 0; i < grid->planes; i++) {
    made[i] = malloc(grid->rows * sizeof **made);
    for (int j = 0; j < grid->rows; j++) {
      made[i][j] = malloc(grid->columns * sizeof ***made);
      for (int k = 0; k < grid->columns; k++)
        made[i][j][k] = (float)((i * 5 + j * 3 + k * seed) % 17);
    }
  }
  return made;
}

int main(void)
{
  struct grid grid = {7, 9, 11, NULL, NULL};
  double sum = 0.0;
  grid.now = planes(&grid, 2);
  grid.next = planes(&grid, 3);
  for (int t = 0; t < 3; t++)
    run(grid.planes, grid.rows, grid.columns, grid.now, grid.next);
  for (int i = 0; i < grid.planes; i++)
    for (int j = 0; j < grid.rows; j++)
      for (int k = 0; k < grid.columns; k++)
        sum += grid.next[i][j][k] * (i + 2 * j + 3 * k);
  printf("%.10g\n", sum);
  return 0;
}
