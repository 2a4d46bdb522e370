/* A structure that only basin.c completes; `tests/programs/call_opaque_types.c` uses it. */
#ifndef BASIN_H
#define BASIN_H

typedef struct basin basin;

basin *basin_new(int cells, int layers);
void basin_free(basin *of);
double basin_level(const basin *of, int cell);
void basin_fill(basin *of, int cell, double by);
int basin_cells(const basin *of);

#endif
