/* expect: offloaded=7
   Bounds of inner loops that are read through pointers, from memory that the loop does not write: elements of an
   array, members, an array of variable size, and none at all where the loop has no iterations.  Kernels change some
   of them between launches. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 24 };

struct box {
  int first;
  struct { int rows, columns; } shape[2];
  unsigned long last;
};

static double grid[N][N][N];
static int *limits;

static void shrink(int n, int *extents, struct box *box) {
#pragma omp parallel for
  for (int d = 0; d < n; d++) {
    extents[d] -= d + 1;
    if (d == 1)
      box->shape[1].rows--;
  }
}

static void add(int n, const int extents[3], double u[N][N][N], double by) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 1; j < extents[1]; j++)
      for (int k = 0; k <= extents[2] - 1; k++)
        u[i][j][k] += by * (i + j * k);
}

static void scale(const struct box *box, double u[N][N][N]) {
#pragma omp parallel for
  for (int i = box->first; i < N; i++)
    for (int j = 0; j < box[0].shape[1].rows; j++)
      for (unsigned long k = 0; k < box->last; k++)
        u[i][j][k] *= 1.0 + 0.01 * (i + k);
}

static void shift(int n, double u[N][N][N]) {
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; i++)
      limits[i] = N - 2 * i;
#pragma omp for
    for (int i = 0; i < n; i++)
      for (int j = N - 1; j > limits[2]; j--)
        u[i][j][i] -= j;
  }
}

static void variable(int n, int m, int table[][m], double u[N][N][N]) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < table[0][2]; j++)
      u[i][j][0] += table[1][1];
}

static void own(int n, int *rows, double u[N][N][N]) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    if (i == 3)
      rows[0] = 5;
    for (int j = 0; j < rows[1]; j++)
      u[i][j][1] += rows[1];
  }
}

int main(void) {
  int *extents = malloc(3 * sizeof *extents);
  int(*table)[4] = calloc(2, sizeof *table);
  struct box *box = calloc(1, sizeof *box);

  limits = malloc(N * sizeof *limits);
  for (int d = 0; d < 3; d++)
    extents[d] = N;
  table[0][2] = 11, table[1][1] = 3;
  box->first = 1, box->shape[1].rows = N, box->last = N - 3;
  for (int turn = 0; turn < 3; turn++) {
    double sum = 0.0;
    shrink(3, extents, box);
    add(N, extents, grid, 0.5);
    add(0, NULL, grid, 0.5);
    scale(box, grid);
    shift(N / 2, grid);
    variable(N - 1, 4, table, grid);
    own(N - turn, extents, grid);
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        for (int k = 0; k < N; k++)
          sum += grid[i][j][k] * (i + 2 * j - k);
    printf("%.9g %d %d\n", sum, extents[0], limits[2]);
  }
  return 0;
}
