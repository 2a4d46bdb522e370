/* Cosine transforms of an image, block by block. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
static double C[8][8];
static void block(const unsigned char *p, int w, short *out) {
  double t[8][8], r[8][8];
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++) {
      double s = 0;
      for (int k = 0; k < 8; k++)
        s += C[i][k] * (p[k * w + j] - 128);
      t[i][j] = s;
    }
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++) {
      double s = 0;
      for (int k = 0; k < 8; k++)
        s += t[i][k] * C[j][k];
      r[i][j] = s;
    }
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++)
      out[i * 8 + j] = (short)lrint(r[i][j] / (1 + i + j));
}
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 4096;
  unsigned char *im = malloc((size_t)n * n);
  short *o = malloc((size_t)n * n * 2);
  for (int i = 0; i < n * n; i++)
    im[i] = (i * i >> 7) ^ (i / n);
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++)
      C[i][j] = (i ? .5 : sqrt(.125)) * cos((2 * j + 1) * i * M_PI / 16);
  double t = omp_get_wtime();
  for (int r = 0; r < 5; r++)
#pragma omp parallel for collapse(2)
    for (int y = 0; y < n; y += 8)
      for (int x = 0; x < n; x += 8)
        block(im + (size_t)y * n + x, n, o + ((size_t)(y / 8) * (n / 8) + x / 8) * 64);
  t = omp_get_wtime() - t;
  long s = 0;
  for (int i = 0; i < n * n; i++)
    s += abs(o[i]);
  printf("%.6g\n", (double)s);
  printf("time %.4f\n", t);
  return 0;
}
