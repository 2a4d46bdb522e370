/* Two records for each cell of a row, and three values for each point: launched, whatever rows are taken for.  expect: offloaded=2 */
#include <stdio.h>
#include <stdlib.h>

struct piece {
  int corner[3];
  short kind;
};

struct grid {
  struct piece *piece;
  double *value;
};

static void fill(struct grid *g, int nx, int ny) {
  int i, j;
#pragma omp parallel for private(i)
  for (j = 0; j < ny; j++)
    for (i = 0; i < nx; i++) {
      int first = j * (nx + 1) + i;
      struct piece lower = {{first, first + 1, first + nx + 2}, (short)(i > nx / 2)};
      g->piece[2 * (j * nx + i)] = lower;
      g->piece[2 * (j * nx + i) + 1] = lower;
      g->piece[2 * (j * nx + i) + 1].corner[1] = first + nx + 1;
    }
#pragma omp parallel for private(i)
  for (j = 0; j < ny; j++)
    for (i = 0; i < nx; i++) {
      g->value[3 * (j * nx + i)] = i;
      g->value[3 * (j * nx + i) + 1] = j;
      g->value[3 * (j * nx + i) + 2] = i * j;
    }
}

int main(void) {
  const int nx = 37, ny = 21;
  struct grid g = {malloc(2 * sizeof(struct piece) * nx * ny), malloc(3 * sizeof(double) * nx * ny)};
  fill(&g, nx, ny);
  long corners = 0;
  double sum = 0;
  for (int i = 0; i < 2 * nx * ny; i++)
    corners += (i % 7) * (g.piece[i].corner[0] + 2L * g.piece[i].corner[1] + 3L * g.piece[i].corner[2]) + g.piece[i].kind;
  for (int i = 0; i < 3 * nx * ny; i++)
    sum += (i % 5) * g.value[i];
  printf("%ld %.1f\n", corners, sum);
  free(g.piece);
  free(g.value);
  return 0;
}
