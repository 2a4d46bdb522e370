/* Pointers that a loop moves or chooses, and functions that are called before a loop.
 * expect: offloaded=7 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct ball {
  double place[3], radius;
};

struct pixel {
  double red, green;
};

enum { BALLS = 7 };

static struct ball ball[BALLS];
static double height[64], weight[64];

static const struct ball *nearest(double x, double y)
{
  const struct ball *best = NULL;
  double least = 1e30;
  for (int k = 0; k < BALLS; k++) {
    double dx = x - ball[k].place[0], dy = y - ball[k].place[1], d = dx * dx + dy * dy;
    if (d < least && d < ball[k].radius) {
      least = d;
      best = &ball[k];
    }
  }
  return best;
}

static const struct ball *first(int wanted)
{
  for (int k = 0; k < BALLS; k++)
    if ((int)ball[k].radius == wanted)
      return &ball[k];
  return NULL;
}

static double slope(int y) { return y > 3 ? 0.5 * y : 1.0; }

static double *row(double *values, int width, int y) { return values + y * width; }

int main(int argc, char **argv)
{
  int w = argc > 5 ? atoi(argv[1]) : 46, h = 31;
  struct pixel *image = malloc(sizeof(struct pixel) * (size_t)(w * h));
  double *depth = malloc(sizeof(double) * (size_t)(w * h)), check = 0.0;

  for (int k = 0; k < BALLS; k++)
    ball[k] = (struct ball){{k * 7, 30 - k * 3, k}, 20 + k * 11};
  for (int k = 0; k < 64; k++) {
    height[k] = k % 9;
    weight[k] = 100 - k;
  }

#pragma omp parallel for
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      const struct ball *b = nearest(x, y);
      image[y * w + x].red = b != NULL ? b->place[2] : -1;
      image[y * w + x].green = 0;
    }

#pragma omp parallel for
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      const struct ball *b = first(x + y);
      if (b)
        image[y * w + x].green = b->place[0];
    }

#pragma omp parallel for
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      const double *p = height, *end = height + 1 + (x + y) % 63;
      double sum = 0;
      while (p < end)
        sum += *p++;
      depth[y * w + x] = sum;
    }

  /* It may lead into either of two arrays. */
#pragma omp parallel for
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      const double *p = NULL;
      for (int k = 0; k < 3; k++)
        p = (x + k) % 2 ? &height[k] : &weight[k + 1];
      depth[y * w + x] += p[y];
    }

  /* What is before the inner loop is done again for each of its iterations. */
#pragma omp parallel for
  for (int y = 0; y < h; y++) {
    double s = slope(y), *r = row(depth, w, y);
    for (int x = 0; x < w; x++)
      r[x] += s * x;
  }

  /* Through a pointer that moves, elements are written that others read. */
#pragma omp parallel for
  for (int y = 0; y < h; y++) {
    double *p = depth + y * w;
    for (int x = 1; x < w; x++) {
      p[1] += p[0] * 0.25;
      p = x % 2 ? p + 1 : &p[1];
    }
  }

  /* The rows of others are read by way of a pointer that a loop has moved. */
#pragma omp parallel for
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      const struct pixel *p = &image[0];
      for (int k = 0; k < y; k++)
        p += 1;
      depth[y * w + x] += p->red;
    }

  for (int i = 0; i < w * h; i++)
    check += floor(depth[i] * 64) + image[i].red * 3 + image[i].green * (i % 5);
  printf("%.12g\n", check);
  return 0;
}
