/* Edges of a grey image (Canny): blur, gradient, thinning, hysteresis. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned char byte;
typedef struct {
  int width, height;
  byte *data;
} Image;

#define PIXEL(im, x, y) ((im)->data[(y) * (im)->width + (x)])

static Image *image_new(int w, int h) {
  Image *im = (Image *)malloc(sizeof(Image));
  im->width = w;
  im->height = h;
  im->data = (byte *)calloc((size_t)w * h, 1);
  return im;
}

static int clamp(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }

static void blur(const Image *in, Image *out) {
  static const int kernel[5][5] = {{2, 4, 5, 4, 2}, {4, 9, 12, 9, 4}, {5, 12, 15, 12, 5}, {4, 9, 12, 9, 4}, {2, 4, 5, 4, 2}};
#pragma omp parallel for
  for (int y = 0; y < in->height; y++)
    for (int x = 0; x < in->width; x++) {
      int sum = 0;
      for (int j = -2; j <= 2; j++)
        for (int i = -2; i <= 2; i++)
          sum += kernel[j + 2][i + 2] * PIXEL(in, clamp(x + i, 0, in->width - 1), clamp(y + j, 0, in->height - 1));
      PIXEL(out, x, y) = sum / 159;
    }
}

static void gradient(const Image *in, float *mag, byte *dir) {
  int w = in->width, h = in->height;
#pragma omp parallel for
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++) {
      int gx = PIXEL(in, x + 1, y - 1) + 2 * PIXEL(in, x + 1, y) + PIXEL(in, x + 1, y + 1) - PIXEL(in, x - 1, y - 1) -
               2 * PIXEL(in, x - 1, y) - PIXEL(in, x - 1, y + 1);
      int gy = PIXEL(in, x - 1, y + 1) + 2 * PIXEL(in, x, y + 1) + PIXEL(in, x + 1, y + 1) - PIXEL(in, x - 1, y - 1) -
               2 * PIXEL(in, x, y - 1) - PIXEL(in, x + 1, y - 1);
      mag[y * w + x] = sqrtf(gx * gx + gy * gy);
      if (abs(gy) * 5 < abs(gx) * 2) dir[y * w + x] = 0;
      else if (abs(gx) * 5 < abs(gy) * 2) dir[y * w + x] = 2;
      else dir[y * w + x] = (gx > 0) == (gy > 0) ? 1 : 3;
    }
}

static void thin(const float *mag, const byte *dir, Image *out, float low, float high) {
  int w = out->width, h = out->height;
  const int dx[4] = {1, 1, 0, -1}, dy[4] = {0, 1, 1, 1};
#pragma omp parallel for
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++) {
      float m = mag[y * w + x];
      int d = dir[y * w + x];
      byte v = 0;
      if (m >= mag[(y + dy[d]) * w + x + dx[d]] && m > mag[(y - dy[d]) * w + x - dx[d]]) v = m > high ? 255 : m > low ? 128 : 0;
      PIXEL(out, x, y) = v;
    }
}

static int grow(const Image *in, Image *out) {
  int changed = 0;
#pragma omp parallel for reduction(|| : changed)
  for (int y = 1; y < in->height - 1; y++)
    for (int x = 1; x < in->width - 1; x++) {
      byte v = PIXEL(in, x, y);
      if (v == 128)
        for (int j = -1; j <= 1 && v == 128; j++)
          for (int i = -1; i <= 1; i++)
            if (PIXEL(in, x + i, y + j) == 255) {
              v = 255;
              changed = 1;
              break;
            }
      PIXEL(out, x, y) = v;
    }
  return changed;
}

int main(int argc, char **argv) {
  int w = argc > 1 ? atoi(argv[1]) : 6000, h = w * 3 / 4, rounds = 0;
  Image *im = image_new(w, h), *tmp = image_new(w, h), *edges = image_new(w, h), *next = image_new(w, h);
  float *mag = calloc((size_t)w * h, sizeof(float));
  byte *dir = calloc((size_t)w * h, 1);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      PIXEL(im, x, y) = 128 + 60 * sin(x * 0.02) * cos(y * 0.03) + ((x / 90 + y / 70) % 2) * 40 + (x * 31 + y * 17) % 13;
  double t = omp_get_wtime();
  blur(im, tmp);
  gradient(tmp, mag, dir);
  thin(mag, dir, edges, 20, 100);
  while (grow(edges, next) && rounds++ < 40) {
    Image *s = edges;
    edges = next;
    next = s;
  }
  t = omp_get_wtime() - t;
  long count = 0;
  for (long k = 0; k < (long)w * h; k++) count += edges->data[k] == 255;
  printf("edges %ld rounds %d\ntime %.4f\n", count, rounds, t);
}
