/* Flat grids whose ghost cells are as wide as a variable says.  expect: offloaded=6 */
#include <stdio.h>
#include <stdlib.h>

struct grid {
  int nx, ny, ghosts;
  double *cells, *flux;
};

static void fill(struct grid *g)
{
#pragma omp parallel for
  for (int i = 0; i < g->nx * g->ny; i++) {
    g->cells[i] = (i * 7) % 11;
    g->flux[i] = 1;
  }
}

static void smooth(int nx, int ny, int ghosts, const double *from, double *to)
{
#pragma omp parallel for
  for (int y = ghosts; y < ny - ghosts; y++)
    for (int x = ghosts; x < nx - ghosts; x++)
      to[y * nx + x] = (from[y * nx + x - 1] + from[y * nx + x + 1] + from[(y - 1) * nx + x] + from[(y + 1) * nx + x]) / 4;
}

static void faces(const struct grid *g, double *edge)
{
  const int ghosts = g->ghosts, nx = g->nx, ny = g->ny;
#pragma omp parallel for
  for (int y = ghosts; y < ny - ghosts; ++y)
    for (int x = ghosts; x < (nx + 1) - ghosts; ++x)
      edge[y * (nx + 1) + x] = g->cells[y * nx + x] - g->cells[y * nx + x - 1];
}

static void in_place(int nx, int ny, int ghosts, double *a)
{
#pragma omp parallel for
  for (int y = ghosts; y <= ny - 1 - ghosts; y++)
    for (int x = nx - 1 - ghosts; x >= ghosts; x--)
      a[y * nx + x] = 2 * a[y * nx + x] + 1;
}

static void volume(int nx, int ny, int nz, int ghosts, float *a)
{
#pragma omp parallel for
  for (int z = ghosts; z < nz - ghosts; z++)
    for (int y = ghosts; y < ny - ghosts; y++)
      for (int x = ghosts; x < nx - ghosts; x++)
        a[(z * ny + y) * nx + x] = (float)(100 * z + 10 * y + x);
}

static double total(const double *a, int n)
{
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += a[i] * (i % 5 + 1);
  return sum;
}

int main(void)
{
  struct grid g = {37, 23, 2, NULL, NULL};
  int size = (g.nx + 1) * (g.ny + 1);
  g.cells = malloc(sizeof(double) * (size_t)size);
  g.flux = malloc(sizeof(double) * (size_t)size);
  double *edge = calloc((size_t)size, sizeof(double));
  float *box = calloc(9 * 10 * 11, sizeof(float));
  fill(&g);
  for (int ghosts = 1; ghosts <= 2; ghosts++) {
    smooth(g.nx, g.ny, ghosts, g.cells, g.flux);
    g.ghosts = ghosts;
    faces(&g, edge);
    in_place(g.nx, g.ny, ghosts, g.cells);
    volume(9, 10, 11, ghosts, box);
  }
  smooth(g.nx, 1, 0, g.cells + g.nx, g.flux);    /* one row without ghost cells: its neighbours are above and below */
  smooth(g.nx, 2, 1, g.cells + g.nx, g.flux);    /* no cell at all */
  in_place(g.nx - 4, -3, -2, g.cells + g.nx * 3); /* one row that is wider than the grid */
  double sum = 0;
  for (int i = 0; i < 9 * 10 * 11; i++)
    sum += box[i] * (i % 3 + 1);
  printf("%g %g %g %g\n", total(g.cells, g.nx * g.ny), total(g.flux, g.nx * g.ny), total(edge, size), sum);
  free(g.cells);
  free(g.flux);
  free(edge);
  free(box);
  return 0;
}
