/* expect: offloaded=3
 * Planes of a grid in place: each thread goes through all planes with its rows, and counts those that it has done. */
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  int planes, rows, columns;
  double *value;
} grid;

static struct {
  long done;
  char gap[56];
} progress[64];

static void relax(grid *g, const double *source)
{
  const int planes = g->planes, rows = g->rows, columns = g->columns;
  double (*u)[rows][columns] = (double (*)[rows][columns])g->value;

#pragma omp parallel
  {
    double old;
#pragma omp for
    for (int i = 0; i < rows; i++)
      progress[i].done = 0;
    for (int k = 1; k < planes - 1; k++) {
#pragma omp for schedule(static) nowait private(old)
      for (int i = 1; i < rows - 1; i++) {
        long seen;
        do {
#pragma omp flush
#pragma omp atomic read
          seen = progress[i - 1].done;
        } while (i > 1 && seen < k);
        for (int j = columns - 2; j >= 1; j--) {
          old = u[k][i][j];
          u[k][i][j] =
            0.5 * old + 0.1 * (u[k - 1][i][j] + u[k][i - 1][j] +
                               u[k][i][j + 1] + u[k][i][j - 1]) +
            source[i * columns + j];
        }
#pragma omp flush
#pragma omp atomic update
        progress[i].done += 1;
      }
    }
  }
}

int main(void)
{
  grid g = {6, 45, 66, 0};
  int cells = g.planes * g.rows * g.columns;
  double *source = malloc(g.rows * g.columns * sizeof *source), sum = 0;

  g.value = malloc(cells * sizeof *g.value);
#pragma omp parallel for
  for (int i = 0; i < cells; i++)
    g.value[i] = i % 37;
  for (int i = 0; i < g.rows * g.columns; i++)
    source[i] = i % 5 * 0.01;
  for (int step = 0; step < 3; step++)
    relax(&g, source);
  for (int i = 0; i < cells; i++)
    sum += g.value[i] * (i % 11);
  printf("%.12e %ld %ld\n", sum, progress[1].done, progress[g.rows - 2].done);
  free(g.value);
  free(source);
  return 0;
}
