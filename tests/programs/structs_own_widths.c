/* Images and matrices whose structures hold their own widths, and a flag that iterations only set.
   expect: offloaded=5 */
#include <stdio.h>
#include <stdlib.h>

typedef unsigned char byte;
typedef struct {
  int width, height;
  byte *data;
} Image;
typedef struct {
  int rows, columns;
  double *data;
} Matrix;

#define PIXEL(image, x, y) ((image)->data[(y) * (image)->width + (x)])
#define AT(matrix, i, j) ((matrix)->data[(i) * (matrix)->columns + (j)])

static Image *new_image(int width, int height) {
  Image *image = malloc(sizeof *image);
  image->width = width;
  image->height = height;
  image->data = calloc((size_t)width * height, 1);
  return image;
}

static Matrix *new_matrix(int rows, int columns) {
  Matrix *matrix = malloc(sizeof *matrix);
  matrix->rows = rows;
  matrix->columns = columns;
  matrix->data = calloc((size_t)rows * columns, sizeof(double));
  return matrix;
}

static int grow(const Image *in, Image *out) {
  int changed = 0;
#pragma omp parallel for reduction(|| : changed)
  for (int y = 1; y < in->height - 1; y++)
    for (int x = 1; x < in->width - 1; x++) {
      byte value = PIXEL(in, x, y);
      if (value == 1)
        for (int i = -1; i <= 1; i++)
          if (PIXEL(in, x + i, y) == 2) {
            value = 2;
            changed = 1;
          }
      PIXEL(out, x, y) = value;
    }
  return changed;
}

static void multiply(const Matrix *a, const Matrix *b, Matrix *c) {
#pragma omp parallel for
  for (int i = 0; i < c->rows; i++)
    for (int j = 0; j < c->columns; j++) {
      double sum = 0;
      for (int k = 0; k < a->columns; k++)
        sum += AT(a, i, k) * AT(b, k, j);
      AT(c, i, j) = sum;
    }
}

static void transpose(const Matrix *a, Matrix *b) {
#pragma omp parallel for
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < a->columns; j++)
      AT(b, j, i) = AT(a, i, j);
}

/* The rows of `to` may be longer than those of `from`, or the same matrix. */
static void add(Matrix *to, const Matrix *from, double factor) {
#pragma omp parallel for
  for (int i = 0; i < from->rows; i++)
    for (int j = 0; j < from->columns; j++)
      AT(to, i, j) += factor * AT(from, i, j);
}

/* Within a row each iteration needs the one before it: only where both are one image. */
static void smear(const Image *in, Image *out) {
#pragma omp parallel for
  for (int y = 0; y < in->height; y++)
    for (int x = 1; x < in->width; x++)
      PIXEL(out, x, y) = (PIXEL(in, x - 1, y) + PIXEL(out, x, y)) % 251;
}

int main(void) {
  Image *one = new_image(40, 30), *two = new_image(40, 30);
  Matrix *a = new_matrix(20, 30), *b = new_matrix(30, 25), *c = new_matrix(20, 25), *d = new_matrix(25, 32);
  for (int i = 0; i < 1200; i++)
    one->data[i] = i % 7 == 3 ? 2 : i % 3 != 0;
  for (int i = 0; i < 600; i++)
    a->data[i] = i % 11;
  for (int i = 0; i < 750; i++)
    b->data[i] = i % 5 - 2;

  int rounds = 0;
  while (grow(one, two) && rounds < 20) {
    Image *other = one;
    one = two;
    two = other;
    rounds++;
  }
  multiply(a, b, c);
  transpose(c, d);
  add(d, d, 0.5);
  add(d, c, 2);
  smear(one, two);
  smear(two, two);

  long pixels = 0;
  double sum = 0;
  for (int i = 0; i < two->width * two->height; i++)
    pixels = (pixels * 31 + two->data[i]) % 1000003;
  for (int i = 0; i < 25 * 32; i++)
    sum += d->data[i] * (i % 13);
  printf("%d %ld %g\n", rounds, pixels, sum);
  return 0;
}
