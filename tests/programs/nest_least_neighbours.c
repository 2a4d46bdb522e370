/* Minima, medians and maxima of what memory holds, by comparisons that build on one another, beside affine subscripts.
 * expect: offloaded=4 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int label_once(const int32_t *label, int32_t *next, int w, int h)
{
  int again = 0;
#pragma omp parallel for reduction(|| : again)
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      size_t p = (size_t)y * w + x;
      int32_t least = label[p];
      if (least < 0) {
        next[p] = -1;
        continue;
      }
      if (x > 0 && label[p - 1] >= 0 && label[p - 1] < least)
        least = label[p - 1];
      if (x < w - 1 && label[p + 1] >= 0 && label[p + 1] < least)
        least = label[p + 1];
      if (y > 0 && label[p - w] >= 0 && label[p - w] < least)
        least = label[p - w];
      if (y < h - 1 && label[p + w] >= 0 && label[p + w] < least)
        least = label[p + w];
      again = again || least != label[p];
      next[p] = least;
    }
  return again;
}

static void median(const int *in, int *out, int n, int rows)
{
#pragma omp parallel for
  for (int r = 0; r < rows; r++)
    for (int i = 1; i < n - 1; i++) {
      int a = in[r * n + i - 1], b = in[r * n + i], c = in[r * n + i + 1], t;
      if (a > b) {
        t = a;
        a = b;
        b = t;
      }
      if (b > c) {
        t = b;
        b = c;
        c = t;
      }
      if (a > b) {
        t = a;
        a = b;
        b = t;
      }
      out[r * n + i] = 100 * a + 10 * b + c;
    }
}

/* Where to write is chosen among what memory holds: neighbours may be the same. */
static void scatter(const int *to, int *out, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 4; j++) {
      int k = to[4 * i];
      if (to[4 * i + 1] > k)
        k = to[4 * i + 1];
      if (to[4 * i + 2] > k)
        k = to[4 * i + 2];
      if (to[4 * i + 3] > k)
        k = to[4 * i + 3];
      out[8 * i + k] = 3 * out[8 * i + k] + j;
    }
}

/* The least of three bounds, of which two are in memory. */
static void fill(const int *first, const int *last, int *out, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int end = n;
    if (last[i] < end)
      end = last[i];
    if (first[i] > end)
      end = 0;
    for (int j = 0; j < end; j++)
      out[i * n + j] += i - j;
  }
}

int main(void)
{
  enum { W = 47, H = 31, N = 60 };
  int32_t *label = malloc(sizeof *label * W * H), *next = malloc(sizeof *next * W * H);
  int *in = malloc(sizeof *in * N * N), *out = calloc(N * N, sizeof *out), *to = malloc(sizeof *to * 4 * N);
  int rounds = 0;
  unsigned hash = 0;

  for (int i = 0; i < W * H; i++)
    label[i] = i * 7919 % 10 > 2 ? i : -1;
  while (label_once(label, next, W, H)) {
    int32_t *swap = label;
    label = next;
    next = swap;
    rounds++;
  }
  for (int i = 0; i < W * H; i++)
    hash = hash * 31 + (unsigned)next[i];
  printf("%d %u\n", rounds, hash);

  for (int i = 0; i < N * N; i++)
    in[i] = i * 37 % 101;
  median(in, out, N, N);
  for (int i = 0; i < N * N; i++)
    hash = hash * 31 + (unsigned)out[i];
  for (int i = 0; i < 4 * N; i++)
    to[i] = i * 13 % 8;
  scatter(to, out, N);
  for (int i = 0; i < N * N; i++)
    hash = hash * 31 + (unsigned)out[i];
  printf("%u\n", hash);
  fill(in, in + N, out, N);
  for (int i = 0; i < N * N; i++)
    hash = hash * 31 + (unsigned)out[i];
  printf("%u\n", hash);
  free(label);
  free(next);
  free(in);
  free(out);
  free(to);
  return 0;
}
