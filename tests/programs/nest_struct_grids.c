/* Flat grids whose size, ghost cells and row length are members of a structure.  expect: offloaded=6 */
#include <stdio.h>
#include <stdlib.h>

#define AT(g, i, j) ((j) * (g)->stride + (i))

struct grid {
  int nx, ny, ghost, stride;
  double *h, *next;
};

static void step(struct grid *g)
{
  const int ghost = g->ghost;
#pragma omp parallel for
  for (int j = ghost; j < g->ny + ghost; j++)
    for (int i = ghost; i < g->nx + ghost; i++) {
      int c = AT(g, i, j), e = AT(g, i + 1, j), n = AT(g, i, j + 1);
      g->next[c] = 0.5 * g->h[c] + 0.25 * (g->h[e] + g->h[n]);
    }
  double *old = g->h;
  g->h = g->next;
  g->next = old;
}

static double fastest(const struct grid *g)
{
  double most = 0;
#pragma omp parallel for reduction(max : most)
  for (int j = g->ghost; j < g->ny + g->ghost; j++)
    for (int i = g->ghost; i < g->nx + g->ghost; i++)
      most = most > g->h[AT(g, i, j)] ? most : g->h[AT(g, i, j)];
  return most;
}

/* The grid is read only if there is one, and not at all without rows. */
static void clear(int rows, int columns, const struct grid *g, double *to)
{
#pragma omp parallel for
  for (int j = 0; j < rows; j++)
    for (int i = 0; i < columns; i++)
      to[j * g->stride + i] = 1 + i;
}

static void mark(int rows, int columns, const struct grid *g, double *to)
{
#pragma omp parallel for
  for (int j = 0; j < rows; j++)
    if (g != NULL)
      for (int i = 0; i < columns; i++)
        to[j * g->stride + i] += j;
}

int main(void)
{
  struct grid g = {50, 40, 2, 54, NULL, NULL}, thin = {8, 8, 0, 3, NULL, NULL};
  int all = g.stride * (g.ny + 4);
  g.h = malloc(sizeof(double) * (size_t)all);
  g.next = calloc((size_t)all, sizeof(double));
#pragma omp parallel for
  for (int j = 0; j < g.ny + 4; j++)
    for (int i = 0; i < g.nx + 4; i++)
      g.h[j * g.stride + i] = (i * 7 + j * 3) % 23;
  for (int k = 0; k < 4; k++)
    step(&g);
  double most = fastest(&g);
  clear(0, 10, NULL, g.next);
  clear(5, 10, &g, g.next);
  clear(1, 10, &thin, g.next);
  mark(3, 9, NULL, g.next);
  mark(3, 9, &g, g.next);
  mark(1, 9, &thin, g.next);
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < all; i++)
    sum += g.h[i] * (i % 3 + 1) + g.next[i];
  printf("%.9g %.9g\n", most, sum);
  free(g.h);
  free(g.next);
  return 0;
}
