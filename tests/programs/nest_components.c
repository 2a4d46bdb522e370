/* Components of cells one behind the other: how far these are apart is a product of the file's variables, in 64 bits.
 * Where a function changes these, components overlap, and cells keep their order.  expect: offloaded=5 idle=1 */
#include <stdio.h>
#include <stdlib.h>

enum { Q = 5 };

static int nx, ny, nz;
static const int shift[Q] = {0, 1, -1, 2, -2};

#define CELL(x, y, z) (((size_t)(z) * ny + (y)) * nx + (x))
#define AT(f, q, c) (f)[(size_t)(q) * cells + (c)]

static void resize(int by) {
  nx += by;
  ny += by;
}

static void collide(double *f) {
  const size_t cells = (size_t)nx * ny * nz;
#pragma omp parallel for
  for (int z = 0; z < nz; z++)
    for (int y = 0; y < ny; y++)
      for (int x = 0; x < nx; x++) {
        size_t c = CELL(x, y, z);
        double sum = 0;
        for (int q = 0; q < Q; q++)
          sum += AT(f, q, c);
        for (int q = 0; q < Q; q++)
          AT(f, q, c) += 0.2 * (sum / Q - AT(f, q, c));
      }
}

static void stream(const double *restrict from, double *restrict to) {
  const long cells = (long)nx * ny * nz;
  int x, y;
#pragma omp parallel for private(x, y)
  for (int z = 0; z < nz; z++)
    for (y = 0; y < ny; y++)
      for (x = 0; x < nx; x++)
        for (int q = 0; q < Q; q++)
          AT(to, q, CELL(x, y, z)) = AT(from, q, CELL((x + shift[q] + nx) % nx, y, z));
}

/* one layer alone: each row reads what the rows before it have left in other components */
static void overlapping(double *f) {
  const size_t cells = (size_t)nx * ny;
  resize(2);
#pragma omp parallel for
  for (int z = 0; z < 1; z++)
    for (int y = 0; y < ny; y++)
      for (int x = 0; x < nx; x++) {
        size_t c = CELL(x, y, z);
        for (int q = 0; q < Q; q++)
          AT(f, q, c) = 0.5 * AT(f, q, c) + 0.1 * y + q;
      }
  resize(-2);
}

static double total(const double *f) {
  const size_t cells = (size_t)nx * ny * nz;
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (size_t c = 0; c < cells; c++)
    for (int q = 0; q < Q; q++)
      sum += AT(f, q, c) * (double)(c % 7 + q);
  return sum;
}

int main(int argc, char **argv) {
  nx = 13 + argc, ny = 11, nz = 9;
  const size_t all = (size_t)Q * nx * ny * nz + 200;
  double *f = malloc(all * sizeof(double)), *g = malloc(all * sizeof(double));
  if (f == NULL || g == NULL || argv[0] == NULL)
    return 1;
#pragma omp parallel for
  for (size_t i = 0; i < all; i++) {
    f[i] = (double)(i % 17);
    g[i] = 0;
  }
  for (int k = 0; k < 3; k++) {
    collide(f);
    stream(f, g);
    overlapping(g);
    double *swap = f;
    f = g;
    g = swap;
  }
  printf("%.8e %.8e\n", total(f), total(g));
  return 0;
}
