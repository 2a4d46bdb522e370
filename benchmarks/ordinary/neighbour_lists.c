/* Molecules that attract and repel those in their lists of neighbours. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
double *x, *y, *z, *fx, *fy, *fz;
int *nl, *nn;
int n;
#define MAXN 100
int main(int argc, char **argv) {
  int m = argc > 1 ? atoi(argv[1]) : 40, it = argc > 2 ? atoi(argv[2]) : 20;
  n = m * m * m;
  x = malloc(n * 8);
  y = malloc(n * 8);
  z = malloc(n * 8);
  fx = malloc(n * 8);
  fy = malloc(n * 8);
  fz = malloc(n * 8);
  nl = malloc((size_t)n * MAXN * 4);
  nn = malloc(n * 4);
  for (int i = 0; i < n; i++) {
    x[i] = i % m + .1 * sin(i);
    y[i] = i / m % m + .1 * cos(i * 3);
    z[i] = i / m / m + .05 * sin(i * 5);
  }
  for (int i = 0; i < n; i++) {
    nn[i] = 0;
    int a = i % m, b = i / m % m, d = i / m / m;
    for (int p = -2; p <= 2; p++)
      for (int q = -2; q <= 2; q++)
        for (int r = -2; r <= 2; r++) {
          int A = a + p, B = b + q, D = d + r;
          if ((p || q || r) && A >= 0 && A < m && B >= 0 && B < m && D >= 0 && D < m && nn[i] < MAXN)
            nl[(size_t)i * MAXN + nn[i]++] = (D * m + B) * m + A;
        }
  }
  double t = omp_get_wtime(), e = 0;
  for (int s = 0; s < it; s++) {
    e = 0;
#pragma omp parallel for reduction(+ : e) schedule(dynamic, 256)
    for (int i = 0; i < n; i++) {
      double ax = 0, ay = 0, az = 0;
      for (int k = 0; k < nn[i]; k++) {
        int j = nl[(size_t)i * MAXN + k];
        double dx = x[i] - x[j], dy = y[i] - y[j], dz = z[i] - z[j], r2 = dx * dx + dy * dy + dz * dz;
        if (r2 < 6.25) {
          double i2 = 1 / r2, i6 = i2 * i2 * i2, f = 24 * i2 * i6 * (2 * i6 - 1);
          ax += f * dx;
          ay += f * dy;
          az += f * dz;
          e += 4 * i6 * (i6 - 1);
        }
      }
      fx[i] = ax;
      fy[i] = ay;
      fz[i] = az;
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      x[i] += 1e-5 * fx[i];
      y[i] += 1e-5 * fy[i];
      z[i] += 1e-5 * fz[i];
    }
  }
  t = omp_get_wtime() - t;
  printf("%.6g\n", e);
  printf("time %.4f\n", t);
  return 0;
}
