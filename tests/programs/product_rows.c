/* Layers of a neural network, whose rows pointers and numbers of the iteration name, and a batch of small products.
   expect: offloaded=3 */
#include <stdio.h>
#include <stdlib.h>

static void layer(float *out, const float *in, const float *weights, const float *bias, int batch, int times, int from,
                  int to) {
#pragma omp parallel for collapse(2)
  for (int b = 0; b < batch; b++)
    for (int t = 0; t < times; t++) {
      float *result = out + b * times * to + t * to;
      const float *row = in + b * times * from + t * from;
      for (int o = 0; o < to; o++) {
        float sum = bias != NULL ? bias[o] : 0.0f;
        const float *weight = weights + o * from;
        for (int i = 0; i < from; i++) sum += row[i] * weight[i];
        result[o] = sum;
      }
    }
}

static void layer_by_numbers(float *out, const float *in, const float *weights, int batch, int times, int from, int to) {
#pragma omp parallel for collapse(2)
  for (int b = 0; b < batch; b++)
    for (int t = 0; t < times; t++) {
      int row = b * times + t;
      for (int o = 0; o < to; o++) {
        float sum = 0;
        for (int i = 0; i < from; i++) sum += in[row * from + i] * weights[o * from + i];
        out[row * to + o] = sum;
      }
    }
}

static void multiply_batch(float *c, const float *a, const float *b, int count, int n) {
#pragma omp parallel for
  for (int s = 0; s < count; s++) {
    const float *x = a + (size_t)s * n * n, *y = b + (size_t)s * n * n;
    float *z = c + (size_t)s * n * n;
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        float sum = 0;
        for (int k = 0; k < n; k++) sum += x[i * n + k] * y[k * n + j];
        z[i * n + j] = sum;
      }
  }
}

int main(void) {
  enum { BATCH = 3, TIMES = 41, FROM = 35, TO = 50 };
  float *in = malloc(BATCH * TIMES * FROM * sizeof *in), *weights = malloc(TO * FROM * sizeof *weights);
  float *bias = malloc(TO * sizeof *bias), *out = malloc(BATCH * TIMES * TO * sizeof *out);
  double sum = 0;
  for (int i = 0; i < BATCH * TIMES * FROM; i++) in[i] = (float)(i % 7);
  for (int i = 0; i < TO * FROM; i++) weights[i] = (float)(i % 5) - 2;
  for (int i = 0; i < TO; i++) bias[i] = (float)i;
  layer(out, in, weights, bias, BATCH, TIMES, FROM, TO);
  for (int i = 0; i < BATCH * TIMES * TO; i++) sum += out[i] * (i % 11);
  layer(out, in, weights, NULL, BATCH, TIMES, FROM, TO);
  for (int i = 0; i < BATCH * TIMES * TO; i++) sum += out[i] * (i % 12);
  layer_by_numbers(out, in, weights, BATCH, TIMES, FROM, TO);
  for (int i = 0; i < BATCH * TIMES * TO; i++) sum += out[i] * (i % 13);
  multiply_batch(out, in, weights, 6, 17);
  for (int i = 0; i < 6 * 17 * 17; i++) sum += out[i] * (i % 14);
  printf("%.12g\n", sum);
  free(in);
  free(weights);
  free(bias);
  free(out);
  return 0;
}
