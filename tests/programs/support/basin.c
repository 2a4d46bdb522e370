/* What is known of a basin in this file only. */
#include "basin.h"

#include <stdlib.h>

typedef double depth;

typedef struct {
  int first, last;
} span;

struct layer {
  depth *thickness;
  float share;
};

struct basin {
  int cells;
  unsigned char kind;
  depth level[4];
  span inner;
  struct layer *ground;
  depth *water;
  depth (*slope)[2];
  int (*order)(const void *, const void *);
  union {
    double scale;
    long bits;
  };
  enum { WET, DRY } state;
  unsigned flags : 3, more : 5;
};

basin *basin_new(int cells, int layers)
{
  basin *of = calloc(1, sizeof *of);
  if (!of)
    exit(1);
  of->cells = cells;
  of->ground = calloc((unsigned)layers, sizeof *of->ground);
  of->water = calloc((unsigned)cells, sizeof *of->water);
  of->slope = calloc((unsigned)cells, sizeof *of->slope);
  if (!of->ground || !of->water || !of->slope)
    exit(1);
  of->inner = (span){1, cells - 1};
  of->scale = 0.25;
  of->level[3] = 7;
  of->state = DRY;
  of->ground->thickness = calloc((unsigned)cells, sizeof(depth));
  if (!of->ground->thickness)
    exit(1);
  for (int i = 0; i < cells; i++) {
    of->ground->thickness[i] = i;
    of->slope[i][1] = 2 * i;
  }
  return of;
}

void basin_free(basin *of)
{
  free(of->ground->thickness);
  free(of->ground);
  free(of->water);
  free(of->slope);
  free(of);
}

int basin_cells(const basin *of)
{
  return of->cells;
}

double basin_level(const basin *of, int cell)
{
  if (cell < of->inner.first || cell >= of->inner.last)
    return of->level[3];
  return of->water[cell] + of->ground->thickness[cell] * of->scale + (of->state == DRY ? of->slope[cell][1] : 0);
}

void basin_fill(basin *of, int cell, double by)
{
  of->water[cell] += by * of->scale;
}
