/* Grids in flat arrays whose rows and planes have lengths of their own: products kept in variables, strides of
 * structures, of a whole file, and those of the caller, padded or not.  expect: offloaded=5 */
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  int nx, ny, nz;
  size_t line, plane;
  double *cell;
} grid;

static int width, height, depth;
static int line_of_file, plane_of_file;
#define AT(i, j, k) ((i) + (j) * line_of_file + (k) * plane_of_file)
#define DIRECTIONS 5

static double *numbered(size_t count) {
  double *made = malloc(count * sizeof *made);
  for (size_t i = 0; made && i < count; i++)
    made[i] = (double)(i % 23);
  return made;
}

static double checked(const double *values, size_t count) {
  double sum = 0;
  for (size_t i = 0; i < count; i++)
    sum += values[i] * (double)(i % 7 + 1);
  return sum;
}

static void scale_grid(const grid *g, double *to) {
#pragma omp parallel for
  for (int z = 0; z < g->nz; z++)
    for (int y = 0; y < g->ny; y++)
      for (int x = 0; x < g->nx; x++)
        to[z * g->plane + y * g->line + x] = 2 * g->cell[z * g->plane + y * g->line + x];
}

/* Planes by direction: the number of cells is a product of what other functions set. */
static void relax(const double *from, double *to) {
  const size_t cells = (size_t)width * height * depth;
  int x, y, z;
#pragma omp parallel for private(x, y)
  for (z = 0; z < depth; z++)
    for (y = 0; y < height; y++)
      for (x = 0; x < width; x++) {
        const size_t cell = ((size_t)z * height + y) * width + x;
        double sum = 0;
        for (int q = 0; q < DIRECTIONS; q++)
          sum += from[q * cells + cell];
        for (int q = 0; q < DIRECTIONS; q++)
          to[q * cells + cell] = from[q * cells + cell] - 0.25 * sum;
      }
}

static void smooth(const double *restrict from, double *restrict to) {
  int i, j, k;
#pragma omp parallel for private(i, j)
  for (k = 1; k <= depth; k++)
    for (j = 1; j <= height; j++)
      for (i = 1; i <= width; i++)
        to[AT(i, j, k)] = from[AT(i - 1, j, k)] + from[AT(i, j + 1, k)] + from[AT(i, j, k - 1)];
}

static void blur(const unsigned char *in, unsigned char *out, int w, int h, int pitch, int channels) {
#pragma omp parallel for
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++)
      for (int c = 0; c < channels; c++)
        out[y * pitch + x * channels + c] =
            (in[(y - 1) * pitch + x * channels + c] + in[y * pitch + (x + 1) * channels + c]) / 2;
}

/* Matrices of a batch: each j adds to what the one before left where rows overlap. */
static void batch(double *a, int count, int rows, int columns, int ld, int stride) {
#pragma omp parallel for
  for (int b = 0; b < count; b++)
    for (int j = 0; j < rows; j++)
      for (int i = 0; i < columns; i++)
        a[b * stride + j * ld + i] = a[b * stride + j * ld + i] * 0.5 + j;
}

int main(void) {
  grid g = {13, 11, 9, 16, 16 * 12, NULL};
  const size_t cells = g.plane * g.nz;
  g.cell = numbered(cells);
  double *to = numbered(cells);
  scale_grid(&g, to);
  printf("%.6f\n", checked(to, cells));

  width = 12, height = 10, depth = 8;
  const size_t lattice = (size_t)DIRECTIONS * width * height * depth;
  double *from = numbered(lattice), *next = numbered(lattice);
  relax(from, next);
  printf("%.6f\n", checked(next, lattice));

  line_of_file = width + 2, plane_of_file = line_of_file * (height + 2);
  const size_t padded = (size_t)plane_of_file * (depth + 2);
  double *wide = numbered(padded), *smoothed = numbered(padded);
  smooth(wide, smoothed);
  printf("%.6f\n", checked(smoothed, padded));

  enum { PITCH = 48, LINES = 12 };
  static unsigned char in[PITCH * LINES], out[PITCH * LINES];
  unsigned long total = 0;
  for (int i = 0; i < PITCH * LINES; i++)
    in[i] = (unsigned char)(i * 7);
  blur(in, out, 15, LINES, PITCH, 3);
  for (int i = 0; i < PITCH * LINES; i++)
    total += out[i] * (i % 5 + 1u);
  printf("%lu\n", total);

  double *a = numbered(4000);
  batch(a, 6, 20, 10, 12, 300); /* rows in matrices */
  batch(a, 6, 20, 10, 150, 11); /* matrices in rows */
  batch(a, 4, 20, 10, 3, 500);  /* rows that overlap */
  printf("%.6f\n", checked(a, 4000));
  free(g.cell), free(to), free(from), free(next), free(wide), free(smoothed), free(a);
  return 0;
}
