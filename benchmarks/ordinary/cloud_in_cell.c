/* Masses of particles, shared out to the eight corners of their cells. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#define M 128
static float grid[M][M][M];
int main(int argc, char **argv) {
  long n = argc > 1 ? atol(argv[1]) : 5000000;
  float *x = malloc(n * 4), *y = malloc(n * 4), *z = malloc(n * 4);
  unsigned s = 1;
  for (long i = 0; i < n; i++) {
    s = s * 1664525u + 1013904223u;
    x[i] = (s >> 8) % 1000000 * 1e-6f * (M - 2);
    s = s * 1664525u + 1013904223u;
    y[i] = (s >> 8) % 1000000 * 1e-6f * (M - 2);
    s = s * 1664525u + 1013904223u;
    z[i] = (s >> 8) % 1000000 * 1e-6f * (M - 2);
  }
  double t = omp_get_wtime();
  for (int r = 0; r < 5; r++)
#pragma omp parallel for
    for (long i = 0; i < n; i++) {
      int a = x[i], b = y[i], d = z[i];
      float fx = x[i] - a, fy = y[i] - b, fz = z[i] - d;
      for (int p = 0; p < 2; p++)
        for (int q = 0; q < 2; q++)
          for (int o = 0; o < 2; o++) {
            float w = (p ? fx : 1 - fx) * (q ? fy : 1 - fy) * (o ? fz : 1 - fz);
#pragma omp atomic
            grid[a + p][b + q][d + o] += w;
          }
    }
  t = omp_get_wtime() - t;
  double e = 0;
  for (int i = 0; i < M * M * M; i++)
    e += ((float *)grid)[i];
  printf("%.6g\n", e);
  printf("time %.4f\n", t);
  return 0;
}
