/* LU without pivots of a matrix that is stored in square tiles, each allocated by itself. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define B 64

static double **tiles;
static int nb;

static double *tile(int i, int j) { return tiles[i * nb + j]; }

static void factor(double *a) {
  for (int k = 0; k < B; k++)
    for (int i = k + 1; i < B; i++) {
      a[i * B + k] /= a[k * B + k];
      for (int j = k + 1; j < B; j++) a[i * B + j] -= a[i * B + k] * a[k * B + j];
    }
}

static void lower(const double *l, double *a) { /* a = l^-1 a */
  for (int k = 0; k < B; k++)
    for (int i = k + 1; i < B; i++)
      for (int j = 0; j < B; j++) a[i * B + j] -= l[i * B + k] * a[k * B + j];
}

static void upper(const double *u, double *a) { /* a = a u^-1 */
  for (int i = 0; i < B; i++)
    for (int k = 0; k < B; k++) {
      a[i * B + k] /= u[k * B + k];
      for (int j = k + 1; j < B; j++) a[i * B + j] -= a[i * B + k] * u[k * B + j];
    }
}

static void update(const double *l, const double *u, double *a) {
  for (int i = 0; i < B; i++)
    for (int k = 0; k < B; k++)
      for (int j = 0; j < B; j++) a[i * B + j] -= l[i * B + k] * u[k * B + j];
}

int main(int argc, char **argv) {
  nb = argc > 1 ? atoi(argv[1]) : 48;
  tiles = malloc(sizeof(double *) * nb * nb);
  for (int t = 0; t < nb * nb; t++) {
    tiles[t] = aligned_alloc(64, sizeof(double) * B * B);
    for (int i = 0; i < B; i++)
      for (int j = 0; j < B; j++) {
        int r = t / nb * B + i, c = t % nb * B + j;
        tiles[t][i * B + j] = r == c ? nb * B : 1.0 / (1 + abs(r - c)) + 0.01 * ((r * 7 + c * 3) % 11);
      }
  }
  double begin = omp_get_wtime();
  for (int k = 0; k < nb; k++) {
    factor(tile(k, k));
#pragma omp parallel
    {
#pragma omp for nowait
      for (int j = k + 1; j < nb; j++) lower(tile(k, k), tile(k, j));
#pragma omp for
      for (int i = k + 1; i < nb; i++) upper(tile(k, k), tile(i, k));
#pragma omp for collapse(2) schedule(dynamic)
      for (int i = k + 1; i < nb; i++)
        for (int j = k + 1; j < nb; j++) update(tile(i, k), tile(k, j), tile(i, j));
    }
  }
  double end = omp_get_wtime(), s = 0;
  for (int k = 0; k < nb; k++)
    for (int i = 0; i < B; i++) s += log(fabs(tile(k, k)[i * B + i]));
  printf("log determinant %.8f\ntime %.4f\n", s, end - begin);
  return 0;
}
