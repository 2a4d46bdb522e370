/* Bounds and subscripts with halves of sizes: planes of half the width, blocks of 2 x 2, butterflies, odd and negative
 * sizes; rows that are too short for their subscripts.  expect: offloaded=6 idle=1 */
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  int w, h;
  unsigned char *luma, *chroma;
} frame;

static void planes(frame *f, const unsigned char *rgb)
{
  const int w = f->w, h = f->h;
#pragma omp parallel for
  for (int y = 0; y < h / 2; y++)
    for (int x = 0; x < w / 2; x++) {
      int sum = 0;
      for (int j = 0; j < 2; j++)
        for (int i = 0; i < 2; i++) {
          unsigned char c = rgb[(2 * y + j) * w + 2 * x + i];
          f->luma[(2 * y + j) * w + 2 * x + i] = (unsigned char)(c / 2 + 16);
          sum += c;
        }
      f->chroma[y * w + 2 * x] = (unsigned char)(sum / 4);
      f->chroma[y * w + 2 * x + 1] = (unsigned char)(sum / 8);
    }
}

/* One column further: the last block of a row is in the next one where the width is odd. */
static void beyond(int *out, int w, int h)
{
#pragma omp parallel for
  for (int y = 0; y < h / 4; y++)
    for (int x = 0; x < (w + 1) / 2; x++)
      for (int j = 0; j < 2; j++)
        for (int i = 0; i < 2; i++)
          out[(4 * y + j) * w + 2 * x + i] = out[(4 * y + j) * w + 2 * x + i] * 3 + x;
}

static void halves(double *a, int rows, int n)
{
#pragma omp parallel for
  for (int r = 0; r < rows; r++)
    for (int k = 0; k < n / 2; k++) {
      double low = a[r * n + k], high = a[r * n + n / 2 + k];
      a[r * n + k] = low + high;
      a[r * n + n / 2 + k] = low - high;
    }
}

/* The middle belongs to both where n is odd. */
static void mirrored(double *a, int rows, int n)
{
#pragma omp parallel for
  for (int r = 0; r < rows; r++)
    for (int k = 0; k < n - n / 2; k++) {
      a[r * n + k] += 1;
      a[r * n + n - 1 - k] *= 2;
    }
}

static void towards_zero(int *out, int rows, int n, int by)
{
#pragma omp parallel for
  for (int r = 0; r < rows; r++)
    for (int k = by / 2; k < n; k++)
      out[r * 64 + 32 + k] += by / 2 - k;
}

static void folded(int *out, int rows, int by)
{
#pragma omp parallel for
  for (int r = 0; r < rows; r++)
    for (int k = -1; k < 2; k++)
      out[r * 64 + 32 + (by / 2) * k] = out[r * 64 + 32 + (by / 2) * k] * 5 + k;
}

int main(void)
{
  enum { MOST = 64 * 64 };
  static unsigned char rgb[MOST], luma[MOST], chroma[MOST];
  static int out[MOST + 64];
  static double a[MOST];
  unsigned hash = 0;

  for (int i = 0; i < MOST; i++) {
    rgb[i] = (unsigned char)(i * 31 % 251);
    a[i] = i % 17;
    out[i] = i % 5;
  }
  for (int w = 40; w < 64; w += 11) {
    frame f = {w, 64 - w / 2, luma, chroma};
    planes(&f, rgb);
    beyond(out, w, 50);
    halves(a, 40, w);
    mirrored(a, 40, w);
    for (int i = 0; i < MOST; i++)
      hash = hash * 31 + luma[i] + 7u * chroma[i] + (unsigned)out[i] + (unsigned)a[i];
    printf("%d %u\n", w, hash);
  }
  for (int by = -5; by < 6; by++) {
    towards_zero(out, 64, 20, by);
    folded(out, 64, by);
  }
  for (int i = 0; i < MOST; i++)
    hash = hash * 31 + (unsigned)out[i];
  printf("%u\n", hash);
  return 0;
}
