/* Structures whose headers bound the loops that fill their flexible arrays; headers that loops change themselves,
 * also as bytes and between two loops.  expect: offloaded=8 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDE 61
#define HIGH 37

typedef struct image {
  int width, height, stride;
  uint8_t data[];
} image;

#define PIXEL(im, x, y) ((im)->data[(size_t)(y) * (im)->stride + (x)])

struct size {
  short rows, columns;
};

struct grid {
  struct size size;
  long filled;
  float at[];
};

struct row {
  int used;
  int values[WIDE];
};

static image *image_new(int width, int height)
{
  int stride = (width + 7) & ~7;
  image *im = calloc(1, sizeof *im + (size_t)stride * height);

  if (im == NULL)
    exit(1);
  im->width = width;
  im->height = height;
  im->stride = stride;
  return im;
}

static unsigned long sum(const image *im)
{
  unsigned long total = 0;

  for (int y = 0; y < im->height; y++)
    for (int x = 0; x < im->width; x++)
      total = total * 31 + PIXEL(im, x, y);
  return total;
}

static void map(const image *from, image *to, const uint8_t *table)
{
#pragma omp parallel for
  for (int y = 0; y < from->height; y++)
    for (int x = 0; x < from->width; x++)
      PIXEL(to, x, y) = table[PIXEL(from, x, y)];
}

static void sharpen(const image *from, const image *smooth, image *to)
{
#pragma omp parallel for
  for (int y = 0; y < from->height; y++) {
    const uint8_t *f = &PIXEL(from, 0, y), *s = &PIXEL(smooth, 0, y);
    uint8_t *t = &PIXEL(to, 0, y);
    for (int x = 0; x < from->width; x++)
      t[x] = (uint8_t)(2 * f[x] - s[x]);
  }
}

/* The rows of neighbours are one: each iteration of the inner loop reads what the one before it wrote. */
static void spread(image *im)
{
#pragma omp parallel for
  for (int y = 0; y < im->height; y++)
    for (int x = 1; x < im->width; x++)
      PIXEL(im, x, y) = (uint8_t)(PIXEL(im, x, y) + PIXEL(im, x - 1, y));
}

/* The only iteration of the outer loop shortens the inner loop, which it runs. */
static void shorten(image *im)
{
#pragma omp parallel for
  for (int once = 0; once < 1; once++)
    for (int x = 0; x < im->width; x++) {
      PIXEL(im, x, 0) = 7;
      if (x == 20)
        im->width = 30;
    }
}

/* The same through bytes. */
static void shorten_bytes(image *im, unsigned char *bytes)
{
#pragma omp parallel for
  for (int once = 0; once < 1; once++)
    for (int x = 0; x < im->width; x++) {
      PIXEL(im, x, 1) = 9;
      if (x == 10)
        bytes[0] = 25;
    }
}

static void fill(struct grid *g)
{
#pragma omp parallel for
  for (int i = 0; i < g->size.rows; i++)
    for (int j = 0; j < g->size.columns; j++)
      g->at[i * g->size.columns + j] = (float)(i - 2 * j);
#pragma omp parallel for
  for (int i = 0; i < g->size.rows; i++)
    for (int j = 0; j < g->size.columns; j++)
      if (g->at[i * g->size.columns + j] > 0) {
#pragma omp atomic
        g->filled++;
      }
}

static void count_rows(struct row *rows, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < rows[i].used; j++) {
      rows[i].values[j] = i * j;
      if (rows[i].values[j] > 500)
        rows[i].used = j;
    }
}

int main(void)
{
  image *a = image_new(WIDE, HIGH), *b = image_new(WIDE, HIGH), *c = image_new(WIDE, HIGH);
  struct grid *g = calloc(1, sizeof *g + sizeof g->at[0] * WIDE * HIGH);
  struct row *rows = calloc(HIGH, sizeof *rows);
  uint8_t table[256];

  if (g == NULL || rows == NULL)
    return 1;
  for (int i = 0; i < 256; i++)
    table[i] = (uint8_t)(i * 11 + 3);
  for (int y = 0; y < HIGH; y++)
    for (int x = 0; x < WIDE; x++)
      PIXEL(a, x, y) = (uint8_t)(x * 3 + y * y);
  map(a, b, table);
  printf("%lu\n", sum(b));
  map(b, b, table);
  sharpen(a, b, c);
  printf("%lu %lu\n", sum(b), sum(c));
  spread(c);
  printf("%lu\n", sum(c));
  shorten(c);
  printf("%d %lu\n", c->width, sum(c));
  map(c, a, table); /* the bound is what the device wrote */
  printf("%lu\n", sum(a));
  shorten_bytes(c, (unsigned char *)c);
  map(c, a, table);
  printf("%d %lu %lu\n", c->width, sum(c), sum(a));
  a->width = 40;
  map(b, a, table);
  printf("%lu\n", sum(a));

  g->size.rows = HIGH;
  g->size.columns = WIDE;
  fill(g);
  double total = 0;
  for (int i = 0; i < WIDE * HIGH; i++)
    total += g->at[i] * (i % 7);
  printf("%ld %.1f\n", g->filled, total);

  for (int i = 0; i < HIGH; i++)
    rows[i].used = WIDE;
  count_rows(rows, HIGH);
  long used = 0, values = 0;
  for (int i = 0; i < HIGH; i++) {
    used += rows[i].used;
    for (int j = 0; j < WIDE; j++)
      values += rows[i].values[j];
  }
  printf("%ld %ld\n", used, values);
  free(a);
  free(b);
  free(c);
  free(g);
  free(rows);
  return 0;
}
