/* A few sums over several loops: means of channels, gradients of weights, sums between loops, triangles.
 * expect: offloaded=6 */
#include <stdio.h>
#include <stdlib.h>

enum { IMAGES = 6, CHANNELS = 4, HEIGHT = 9, WIDTH = 37 };

static void normalise(float *x, int images, int channels, int size, float *mean, float *spread) {
#pragma omp parallel for
  for (int c = 0; c < channels; c++) {
    double sum = 0, squares = 0;
    for (int n = 0; n < images; n++)
      for (int i = 0; i < size; i++)
        sum += x[(n * channels + c) * size + i];
    sum /= images * size;
    for (int n = 0; n < images; n++)
      for (int i = 0; i < size; i++) {
        const double d = x[(n * channels + c) * size + i] - sum;
        squares += d * d;
      }
    mean[c] = (float)sum, spread[c] = (float)(squares / (images * size));
  }
}

static void gradients(const float *y, const float *x, float *weight, int images, int height, int width) {
#pragma omp parallel for collapse(2)
  for (int u = 0; u < 3; u++)
    for (int v = 0; v < 3; v++) {
      double sum = 0;
      for (int n = 0; n < images; n++)
        for (int i = 0; i < height; i++)
          for (int j = 0; j < width; j++) {
            const int a = i + u - 1, b = j + v - 1;
            if (a >= 0 && a < height && b >= 0 && b < width)
              sum += y[(n * height + i) * width + j] * x[(n * height + a) * width + b];
          }
      weight[u * 3 + v] = (float)sum;
    }
}

/* The same sums without the points whose neighbours are outside: the ranges hang on the weight. */
static void gradients_within(const float *y, const float *x, float *weight, int images, int height, int width) {
#pragma omp parallel for
  for (int k = 0; k < 9; k++) {
    const int u = k / 3 - 1, v = k % 3 - 1;
    double sum = 0;
    for (int n = 0; n < images; n++)
      for (int i = u < 0 ? 1 : 0; i < (u > 0 ? height - 1 : height); i++)
        for (int j = v < 0 ? -v : 0; j < (v > 0 ? width - 1 : width); j++)
          sum += y[(n * height + i) * width + j] * x[(n * height + i + u) * width + j + v];
    weight[k] = (float)sum;
  }
}

/* Part of the sum is between the loops. */
static void weighted(const float *x, int channels, int images, int size, double *to) {
#pragma omp parallel for
  for (int c = 0; c < channels; c++) {
    double sum = 0;
    for (int n = 0; n < images; n++) {
      sum += n * 0.5;
      for (int i = 0; i < size; i++)
        sum += x[(n * channels + c) * size + i];
    }
    to[c] = sum;
  }
}

static void triangles(const float *x, int channels, int size, double *to) {
#pragma omp parallel for
  for (int c = 0; c < channels; c++) {
    double sum = 0;
    for (int n = 0; n < size; n++)
      for (int i = 0; i <= n; i++)
        sum += x[(n % 3 * channels + c) * size + i];
    to[c] = sum;
  }
}

static void extremes(const float *x, int channels, int images, int size, float *least, int *count) {
#pragma omp parallel for
  for (int c = 0; c < channels; c++) {
    float low = 1e30f;
    int found = 0;
    for (int n = 0; n < images; n++)
      for (int i = 0; i < size; i++) {
        const float value = x[(n * channels + c) * size + i];
        if (value < low)
          low = value;
        found += value > 3;
      }
    least[c] = low, count[c] = found;
  }
}

int main(void) {
  const int size = HEIGHT * WIDTH, all = IMAGES * CHANNELS * size;
  float *x = malloc(all * sizeof *x), *y = malloc(all * sizeof *y);
  float mean[CHANNELS], spread[CHANNELS], weight[9], within[9], least[CHANNELS];
  double sums[CHANNELS], halves[CHANNELS], total = 0;
  int count[CHANNELS];
  for (int i = 0; i < all; i++)
    x[i] = (float)(i * 37 % 101) / 16, y[i] = (float)(i * 53 % 89) / 8 - 3;
  normalise(x, IMAGES, CHANNELS, size, mean, spread);
  gradients(y, x, weight, IMAGES, HEIGHT, WIDTH);
  gradients_within(y, x, within, IMAGES, HEIGHT, WIDTH);
  weighted(x, CHANNELS, IMAGES, size, sums);
  triangles(x, CHANNELS, size, halves);
  extremes(x, CHANNELS, IMAGES, size, least, count);
  for (int c = 0; c < CHANNELS; c++) {
    printf("%.6g %.6g %.9g %.9g %g %d\n", mean[c], spread[c], sums[c], halves[c], least[c], count[c]);
    total += mean[c];
  }
  for (int k = 0; k < 9; k++)
    printf("%.6g %.6g ", weight[k], within[k]);
  printf("%.6g\n", total);
  free(x), free(y);
  return 0;
}
