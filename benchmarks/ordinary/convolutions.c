/* A small convolutional network: a batch goes forward through layers. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum kind { CONV, POOL, DENSE };

typedef struct {
  int c, h, w;
} shape;

typedef struct layer {
  enum kind kind;
  shape in, out;
  int k;
  float *weights, *bias;
  float *output; /* [batch][c][h][w] */
} layer;

typedef struct {
  int count, batch;
  layer **layers;
} network;

static layer *layer_new(enum kind kind, shape in, int outputs, int k, int batch) {
  layer *l = malloc(sizeof(layer));
  long n = 0;
  l->kind = kind;
  l->in = in;
  l->k = k;
  switch (kind) {
  case CONV:
    l->out = (shape){outputs, in.h - k + 1, in.w - k + 1};
    n = (long)outputs * in.c * k * k;
    break;
  case POOL:
    l->out = (shape){in.c, in.h / k, in.w / k};
    break;
  case DENSE:
    l->out = (shape){outputs, 1, 1};
    n = (long)outputs * in.c * in.h * in.w;
    break;
  }
  l->weights = malloc((n + 1) * sizeof(float));
  l->bias = calloc(l->out.c, sizeof(float));
  for (long i = 0; i < n; i++) l->weights[i] = 0.1f * sinf(i * 0.7f) / k;
  l->output = malloc(sizeof(float) * batch * l->out.c * l->out.h * l->out.w);
  return l;
}

static void forward_conv(layer *l, const float *input, int batch) {
  shape in = l->in, out = l->out;
  int k = l->k;
#pragma omp parallel for collapse(2)
  for (int b = 0; b < batch; b++)
    for (int o = 0; o < out.c; o++)
      for (int y = 0; y < out.h; y++)
        for (int x = 0; x < out.w; x++) {
          float sum = l->bias[o];
          for (int c = 0; c < in.c; c++)
            for (int j = 0; j < k; j++)
              for (int i = 0; i < k; i++)
                sum += l->weights[((o * in.c + c) * k + j) * k + i] * input[((b * in.c + c) * in.h + y + j) * in.w + x + i];
          l->output[((b * out.c + o) * out.h + y) * out.w + x] = sum > 0 ? sum : 0;
        }
}

static void forward_pool(layer *l, const float *input, int batch) {
  shape in = l->in, out = l->out;
#pragma omp parallel for collapse(3)
  for (int p = 0; p < batch * out.c; p++)
    for (int y = 0; y < out.h; y++)
      for (int x = 0; x < out.w; x++) {
        float m = -INFINITY;
        for (int j = 0; j < l->k; j++)
          for (int i = 0; i < l->k; i++) m = fmaxf(m, input[(p * in.h + y * l->k + j) * in.w + x * l->k + i]);
        l->output[(p * out.h + y) * out.w + x] = m;
      }
}

static void forward_dense(layer *l, const float *input, int batch) {
  int n = l->in.c * l->in.h * l->in.w, m = l->out.c;
#pragma omp parallel for
  for (int b = 0; b < batch; b++)
    for (int o = 0; o < m; o++) {
      float sum = l->bias[o];
      for (int i = 0; i < n; i++) sum += l->weights[o * n + i] * input[b * n + i];
      l->output[b * m + o] = tanhf(sum);
    }
}

static float *forward(network *net, float *x) {
  for (int i = 0; i < net->count; i++) {
    layer *l = net->layers[i];
    switch (l->kind) {
    case CONV: forward_conv(l, x, net->batch); break;
    case POOL: forward_pool(l, x, net->batch); break;
    case DENSE: forward_dense(l, x, net->batch); break;
    }
    x = l->output;
  }
  return x;
}

int main(int argc, char **argv) {
  int batch = argc > 1 ? atoi(argv[1]) : 64, rounds = argc > 2 ? atoi(argv[2]) : 4;
  network net = {6, batch, malloc(6 * sizeof(layer *))};
  shape s = {3, 64, 64};
  net.layers[0] = layer_new(CONV, s, 16, 5, batch);
  net.layers[1] = layer_new(POOL, net.layers[0]->out, 0, 2, batch);
  net.layers[2] = layer_new(CONV, net.layers[1]->out, 32, 3, batch);
  net.layers[3] = layer_new(POOL, net.layers[2]->out, 0, 2, batch);
  net.layers[4] = layer_new(DENSE, net.layers[3]->out, 256, 1, batch);
  net.layers[5] = layer_new(DENSE, net.layers[4]->out, 10, 1, batch);
  long n = (long)batch * 3 * 64 * 64;
  float *x = malloc(n * sizeof(float)), *y = NULL;
  for (long i = 0; i < n; i++) x[i] = (i * 13 % 255) / 255.f;
  double t = omp_get_wtime(), sum = 0;
  for (int r = 0; r < rounds; r++) {
    y = forward(&net, x);
    for (int i = 0; i < batch * 10; i++) sum += y[i];
    x[r] += 0.5f;
  }
  t = omp_get_wtime() - t;
  printf("sum %.4f\ntime %.4f\n", sum, t);
}
