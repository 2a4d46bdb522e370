/* A neural network with one hidden layer, trained by all examples. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#define IN 784
#define HID 256
#define OUT 10
static float W1[HID][IN], W2[OUT][HID], b1[HID], b2[OUT];
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 2048, it = argc > 2 ? atoi(argv[2]) : 5;
  float (*X)[IN] = malloc(n * sizeof *X), (*H)[HID] = malloc(n * sizeof *H), (*O)[OUT] = malloc(n * sizeof *O),
        (*dO)[OUT] = malloc(n * sizeof *dO), (*dH)[HID] = malloc(n * sizeof *dH);
  int *y = malloc(n * 4);
  srand(6);
  for (int i = 0; i < n; i++) {
    y[i] = rand() % 10;
    for (int j = 0; j < IN; j++)
      X[i][j] = (rand() % 256) / 255.f * (j % 10 == y[i] ? 1 : .3f);
  }
  for (int i = 0; i < HID; i++)
    for (int j = 0; j < IN; j++)
      W1[i][j] = (rand() % 200 - 100) / 2000.f;
  for (int i = 0; i < OUT; i++)
    for (int j = 0; j < HID; j++)
      W2[i][j] = (rand() % 200 - 100) / 1000.f;
  double t = omp_get_wtime();
  double loss = 0;
  for (int e = 0; e < it; e++) {
    loss = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int h = 0; h < HID; h++) {
        float s = b1[h];
        for (int j = 0; j < IN; j++)
          s += W1[h][j] * X[i][j];
        H[i][h] = s > 0 ? s : 0;
      }
#pragma omp parallel for reduction(+ : loss)
    for (int i = 0; i < n; i++) {
      float m = -1e30f, z = 0;
      for (int o = 0; o < OUT; o++) {
        float s = b2[o];
        for (int h = 0; h < HID; h++)
          s += W2[o][h] * H[i][h];
        O[i][o] = s;
        if (s > m)
          m = s;
      }
      for (int o = 0; o < OUT; o++) {
        O[i][o] = expf(O[i][o] - m);
        z += O[i][o];
      }
      for (int o = 0; o < OUT; o++) {
        O[i][o] /= z;
        dO[i][o] = O[i][o] - (o == y[i]);
      }
      loss -= logf(O[i][y[i]] + 1e-12f);
      for (int h = 0; h < HID; h++) {
        float s = 0;
        for (int o = 0; o < OUT; o++)
          s += dO[i][o] * W2[o][h];
        dH[i][h] = H[i][h] > 0 ? s : 0;
      }
    }
#pragma omp parallel for
    for (int o = 0; o < OUT; o++) {
      for (int h = 0; h < HID; h++) {
        float g = 0;
        for (int i = 0; i < n; i++)
          g += dO[i][o] * H[i][h];
        W2[o][h] -= .01f * g / n;
      }
      float g = 0;
      for (int i = 0; i < n; i++)
        g += dO[i][o];
      b2[o] -= .01f * g / n;
    }
#pragma omp parallel for
    for (int h = 0; h < HID; h++) {
      for (int j = 0; j < IN; j++) {
        float g = 0;
        for (int i = 0; i < n; i++)
          g += dH[i][h] * X[i][j];
        W1[h][j] -= .01f * g / n;
      }
      float g = 0;
      for (int i = 0; i < n; i++)
        g += dH[i][h];
      b1[h] -= .01f * g / n;
    }
  }
  t = omp_get_wtime() - t;
  printf("%.3g\n", loss);
  printf("time %.4f\n", t);
  return 0;
}
