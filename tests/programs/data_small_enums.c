/* Enumerations that are as small as their values allow: in arrays, structures, parameters and reductions.
 *
 * expect: offloaded=3
 */
#include <stdio.h>
#include <stdlib.h>

enum __attribute__((packed)) cell { EMPTY, TREE, FIRE = 200 };
typedef enum { LOW = -3, HIGH = 300 } __attribute__((__packed__)) level;
enum wide { NONE, LARGE = 0x7fffffffffff };
struct site {
  enum cell cell;
  char mark;
  level level;
  enum wide wide;
};

static enum cell grid[50];

static void grow(enum cell *cells, struct site *sites, int n, enum cell what, level up, enum wide width)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    cells[i] = i % 3 ? what : cells[i] == FIRE ? EMPTY : FIRE;
    sites[i].cell = cells[i];
    sites[i].level = i % 2 ? up : LOW;
    sites[i].mark = (char)i;
    sites[i].wide = i % 5 ? width : NONE;
  }
}

int main(void)
{
  enum cell *cells = calloc(50, sizeof *cells);
  struct site *sites = malloc(50 * sizeof *sites);
  long sum = 0, marks = 0;
  grow(cells, sites, 50, TREE, HIGH, LARGE);
  grow(grid, sites, 50, FIRE, LOW, LARGE);
  grow(cells, sites, 50, EMPTY, HIGH, LARGE);
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 50; i++)
    sum += (cells[i] + 2 * grid[i] + 3 * sites[i].cell) * sites[i].level + (sites[i].wide >> 20);
#pragma omp parallel for reduction(+ : marks)
  for (int i = 0; i < 50; i++)
    switch (sites[i].cell) {
    case FIRE: marks += sites[i].mark; break;
    case TREE: marks += 1000; break;
    default: marks--;
    }
  printf("%zu %zu %zu: %ld %ld\n", sizeof *cells, sizeof(level), sizeof *sites, sum, marks);
  free(cells);
  free(sites);
  return 0;
}
