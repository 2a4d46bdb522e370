/* Histograms of a few columns, channels and shifts: inner loops that only count, and some that do more.
 * expect: offloaded=6 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BINS = 64, ROWS = 3000, COLUMNS = 5 };

typedef struct {
  int64_t sum;
  uint64_t count;
} bin;

static void columns(uint8_t **column, const int *value, int rows, int count, bin *bins) {
  memset(bins, 0, sizeof *bins * count * BINS);
#pragma omp parallel for schedule(dynamic)
  for (int c = 0; c < count; c++) {
    const uint8_t *keys = column[c];
    for (int i = 0; i < rows; i++)
      if (value[i] > -50) {
        bin *b = &bins[c * BINS + keys[i]];
        b->sum += value[i];
        b->count++;
      }
  }
}

static void channels(const uint8_t *image, int width, int height, unsigned *bins) {
#pragma omp parallel for
  for (int c = 0; c < 3; c++)
    for (int i = 0; i < width * height; i++)
      bins[c * 256 + image[i * 3 + c]]++;
}

static void shifts(const int *key, int n, int count, int bins[][128]) {
#pragma omp parallel for
  for (int s = 0; s < count; s++)
    for (int y = 0; y < n; y++)
      for (int x = 0; x < 10; x++)
        bins[s][(unsigned)(key[y * 10 + x] + 7 * s) % 128] -= x + 1;
}

/* Parts of one range. */
static void blocks(const int *key, int n, int count, unsigned (*bins)[16]) {
#pragma omp parallel for
  for (int b = 0; b < count; b++)
    for (int i = b * n / count; i < (b + 1) * n / count; i++)
      bins[b][key[i] & 15]++;
}

/* What was counted decides. */
static void at_most(const int *key, int n, int count, int (*bins)[16]) {
#pragma omp parallel for
  for (int b = 0; b < count; b++)
    for (int i = 0; i < n; i++)
      if (bins[b][(key[i] + b) & 15] < 9)
        bins[b][(key[i] + b) & 15]++;
}

/* Sums of reals keep their order. */
static void weights(const int *key, const float *weight, int n, int count, float (*bins)[16]) {
#pragma omp parallel for
  for (int b = 0; b < count; b++)
    for (int i = 0; i < n; i++)
      bins[b][(key[i] >> b) & 15] += weight[i] / 3;
}

int main(void) {
  static int value[ROWS], shifted[4][128], limited[6][16];
  static unsigned of_channel[3 * 256], of_block[7][16];
  static float weighted[4][16], weight[ROWS];
  uint8_t *column[COLUMNS], *image = malloc(3 * ROWS);
  bin *bins = malloc(sizeof *bins * COLUMNS * BINS);
  uint64_t sum = 0;
  double reals = 0;
  for (int c = 0; c < COLUMNS; c++) {
    column[c] = malloc(ROWS);
    for (int i = 0; i < ROWS; i++)
      column[c][i] = (uint8_t)((i * 7 + c * 3 + i / 9) % BINS);
  }
  for (int i = 0; i < ROWS; i++)
    value[i] = i * 31 % 101 - 60, weight[i] = (float)(i % 13);
  for (int i = 0; i < 3 * ROWS; i++)
    image[i] = (uint8_t)(i * 13 + i / 7);
  columns(column, value, ROWS, COLUMNS, bins);
  for (int i = 0; i < COLUMNS * BINS; i++)
    sum = sum * 31 + (uint64_t)bins[i].sum + bins[i].count * 3;
  channels(image, 60, 50, of_channel);
  shifts(value, ROWS / 10, 4, shifted);
  blocks(value, ROWS, 7, of_block);
  at_most(value, ROWS, 6, limited);
  weights(value, weight, ROWS, 4, weighted);
  for (int i = 0; i < 3 * 256; i++)
    sum = sum * 31 + of_channel[i];
  for (int i = 0; i < 4 * 128; i++)
    sum = sum * 31 + (uint64_t)shifted[i / 128][i % 128];
  for (int i = 0; i < 7 * 16; i++)
    sum = sum * 31 + of_block[i / 16][i % 16];
  for (int i = 0; i < 6 * 16; i++)
    sum = sum * 31 + (uint64_t)limited[i / 16][i % 16];
  for (int i = 0; i < 4 * 16; i++)
    reals += weighted[i / 16][i % 16] * (i + 1);
  printf("%llu %.6g\n", (unsigned long long)sum, reals);
  for (int c = 0; c < COLUMNS; c++)
    free(column[c]);
  free(image), free(bins);
  return 0;
}
