/* Runs the loops of the golden case `arguments_whole`. */
#include "../transforms/arguments/whole.c"
#include <stdio.h>

static double from[60], to[60];

int main(void)
{
  struct grid grid = {6, 10, 0.5, {1, 2, 3, 4}, {0.25f}};
  double sum = 0.0;
  for (int i = 0; i < 60; i++) from[i] = i % 7;
  scaled(grid, from, to);
  grid.columns = 9;
  scaled(grid, from, to);
  weighted(grid, 3, to);
  changed(grid, to);
  for (int i = 0; i < 60; i++) sum += to[i] * (i % 11);
  printf("%.12g\n", sum);
  return 0;
}
