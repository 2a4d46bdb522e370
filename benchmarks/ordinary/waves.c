/* Waves in three dimensions, of high order. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#define IDX(i, j, k) ((k) + nz * ((j) + (size_t)ny * (i)))
int main(int argc, char **argv) {
  int nx = argc > 1 ? atoi(argv[1]) : 256, ny = nx, nz = nx, it = argc > 2 ? atoi(argv[2]) : 100;
  size_t N = (size_t)nx * ny * nz;
  float *p = calloc(N, 4), *q = calloc(N, 4), *r = calloc(N, 4), *vel = malloc(N * 4);
  for (size_t i = 0; i < N; i++)
    vel[i] = .1f + (i % 7) * .01f;
  double t = omp_get_wtime();
  for (int s = 0; s < it; s++) {
    q[IDX(nx / 2, ny / 2, nz / 2)] += s < 20 ? 1.f : 0.f;
#pragma omp parallel for
    for (int i = 4; i < nx - 4; i++)
      for (int j = 4; j < ny - 4; j++)
        for (int k = 4; k < nz - 4; k++) {
          float l = -2.847f * 3 * q[IDX(i, j, k)];
          l += 1.6f * (q[IDX(i - 1, j, k)] + q[IDX(i + 1, j, k)] + q[IDX(i, j - 1, k)] + q[IDX(i, j + 1, k)] +
                       q[IDX(i, j, k - 1)] + q[IDX(i, j, k + 1)]);
          l -= .2f * (q[IDX(i - 2, j, k)] + q[IDX(i + 2, j, k)] + q[IDX(i, j - 2, k)] + q[IDX(i, j + 2, k)] +
                      q[IDX(i, j, k - 2)] + q[IDX(i, j, k + 2)]);
          l += .025f * (q[IDX(i - 3, j, k)] + q[IDX(i + 3, j, k)] + q[IDX(i, j - 3, k)] + q[IDX(i, j + 3, k)] +
                        q[IDX(i, j, k - 3)] + q[IDX(i, j, k + 3)]);
          l -= .0018f * (q[IDX(i - 4, j, k)] + q[IDX(i + 4, j, k)] + q[IDX(i, j - 4, k)] + q[IDX(i, j + 4, k)] +
                         q[IDX(i, j, k - 4)] + q[IDX(i, j, k + 4)]);
          r[IDX(i, j, k)] = 2 * q[IDX(i, j, k)] - p[IDX(i, j, k)] + vel[IDX(i, j, k)] * l;
        }
    float *x = p;
    p = q;
    q = r;
    r = x;
  }
  t = omp_get_wtime() - t;
  double s = 0;
  for (size_t i = 0; i < N; i++)
    s += q[i] * q[i];
  printf("%.3g\n", s);
  printf("time %.4f\n", t);
  return 0;
}
