/* Spins on a board of black and white fields. */
#include <math.h>
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#define N 4096
static signed char s[N][N];
static uint32_t rng(uint32_t x) {
  x ^= x << 13;
  x ^= x >> 17;
  x ^= x << 5;
  return x;
}
static uint32_t st[N][N];
int main(int argc, char **argv) {
  int it = argc > 1 ? atoi(argv[1]) : 100;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      s[i][j] = (i * 7 + j * 3) % 5 < 2 ? 1 : -1;
      st[i][j] = i * N + j + 1;
    }
  double t = omp_get_wtime();
  for (int k = 0; k < it; k++)
    for (int col = 0; col < 2; col++) {
#pragma omp parallel for
      for (int i = 0; i < N; i++)
        for (int j = (i + col) % 2; j < N; j += 2) {
          int h = s[(i + 1) % N][j] + s[(i + N - 1) % N][j] + s[i][(j + 1) % N] + s[i][(j + N - 1) % N];
          float p = expf(-2 * .44f * s[i][j] * h);
          uint32_t r = rng(st[i][j]);
          st[i][j] = r;
          if (r * 2.3283064e-10f < p)
            s[i][j] = -s[i][j];
        }
    }
  t = omp_get_wtime() - t;
  long m = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      m += s[i][j];
  printf("%.1e\n", (double)labs(m) / N / N < .5 ? 0. : 1.);
  printf("time %.4f\n", t);
  return 0;
}
