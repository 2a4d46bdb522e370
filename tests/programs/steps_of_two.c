/* Relaxation by colours and a product of blocks of two by two, over rows of flat arrays: launches look whether subscripts
   stay in their rows by remainders.  With an odd negative colour they don't.
   expect: offloaded=3 */
#include <stdio.h>
#include <stdlib.h>

static void relax(double *u, int n, int color) {
#pragma omp parallel for
  for (int i = 1; i < n - 1; i++)
    for (int j = 1 + (i + color) % 2; j < n - 1; j += 2)
      u[i * n + j] = 0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]);
}

static void relax_volume(double *u, int n, int color) {
#pragma omp parallel for
  for (int k = 1; k < n - 1; k++)
    for (int j = 1; j < n - 1; j++)
      for (int i = 1 + (j + k + color) % 2; i < n - 1; i += 2)
        u[(k * n + j) * n + i] += 0.1 * (u[(k * n + j) * n + i - 1] + u[(k * n + j) * n + i + 1] +
                                         u[(k * n + j - 1) * n + i] + u[(k * n + j + 1) * n + i] +
                                         u[((k - 1) * n + j) * n + i] - u[((k + 1) * n + j) * n + i]);
}

static void multiply(const double *a, const double *b, double *c, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i += 2)
    for (int j = 0; j < n; j += 2) {
      double c00 = 0, c01 = 0, c10 = 0, c11 = 0;
      for (int k = 0; k < n; k++) {
        double a0 = a[i * n + k], a1 = a[(i + 1) * n + k], b0 = b[k * n + j], b1 = b[k * n + j + 1];
        c00 += a0 * b0;
        c01 += a0 * b1;
        c10 += a1 * b0;
        c11 += a1 * b1;
      }
      c[i * n + j] = c00;
      c[i * n + j + 1] = c01;
      c[(i + 1) * n + j] = c10;
      c[(i + 1) * n + j + 1] = c11;
    }
}

static double sum(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += a[i] * (i % 11);
  return s;
}

int main(void) {
  enum { N = 46, VOLUME = N * N * N };
  double *u = malloc(VOLUME * sizeof *u), *b = calloc(N * N, sizeof *b), *c = calloc(N * N, sizeof *c);
  for (int i = 0; i < VOLUME; i++) u[i] = i % 13;
  for (int i = 0; i < N * N; i++) b[i] = i % 7 - 3;
  for (int step = 0; step < 4; step++)
    for (int color = 0; color < 2; color++) relax(u, N, color);
  relax(u, N - 1, -1);
  relax(u, N, -3);
  printf("%.12g\n", sum(u, N * N));
  for (int color = 0; color < 2; color++) relax_volume(u, 17, color);
  printf("%.12g\n", sum(u, 17 * 17 * 17));
  multiply(u, b, c, N);
  printf("%.12g\n", sum(c, N * N));
  free(u);
  free(b);
  free(c);
  return 0;
}
