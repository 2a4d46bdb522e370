/* expect: offloaded=2
 * The host sets whole arrays that the device has written, without a look at them, and elements between which others
 * stay as they are: in distances that overlap. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 40000, BINS = 64, STEPS = 8 };

static double *values, *sums, *marks;
static int *bins;

static void step(int n, int t) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    sums[i] += values[i] + 0.5 * marks[i];
    marks[i] = i % 13 + t;
  }
#pragma omp parallel for
  for (int b = 0; b < BINS; b++) {
    for (int i = b; i < n; i += BINS)
      bins[b] += (int)marks[i] + i % 3;
    values[b] += bins[b] * 0.01 + sums[b];
  }
}

static void overlap(double *of, int n, int m, int p, int t) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      of[100 + (i + j) * 2] = t + i;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < p; k++)
        of[20000 + i * 30 + j * 12 + k * 5] = t - i + j;
}

int main(int argc, char **argv) {
  int n = argc > 99 ? 1 : N, few = argc + 5;
  double total = 0;
  long counted = 0;
  (void)argv;
  values = malloc(N * sizeof *values);
  sums = calloc(N, sizeof *sums);
  marks = calloc(N, sizeof *marks);
  bins = calloc(BINS, sizeof *bins);
  for (int i = 0; i < N; i++)
    values[i] = i % 17;
  for (int t = 0; t < STEPS; t++) {
    memset(bins, 0, BINS * sizeof *bins);
    for (int i = 0; i < 200; i++)
      for (int j = 0; j < 200; j++)
        sums[i * 200 + j] = i - j + t;
    step(n, t);
    if (t % 2)
      overlap(marks, few, few + 3, few - 2, t);
    counted += bins[t];
  }
  for (int i = 0; i < N; i++)
    total += sums[i] * (i % 5) + marks[i] * (i % 7) + values[i];
  printf("%.6f %ld\n", total, counted);
  return 0;
}
