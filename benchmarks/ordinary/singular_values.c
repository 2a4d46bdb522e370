/* Rotations of pairs of rows, as for singular values. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 600, sweeps = 3;
  double *a = malloc((size_t)n * n * 8);
  for (int i = 0; i < n * n; i++)
    a[i] = ((i * 7) % 13) / 13. + (i % (n + 1) == 0);
  double t = omp_get_wtime();
  for (int s = 0; s < sweeps; s++)
    for (int r = 0; r < n - 1; r++) {
#pragma omp parallel for
      for (int k = 0; k < n / 2; k++) {
        int p = (k == 0) ? 0 : 1 + (r + k - 1) % (n - 1), q = 1 + (r + n - 2 - k) % (n - 1);
        if (p > q) {
          int x = p;
          p = q;
          q = x;
        }
        double al = 0, be = 0, ga = 0;
        for (int i = 0; i < n; i++) {
          al += a[p * n + i] * a[p * n + i];
          be += a[q * n + i] * a[q * n + i];
          ga += a[p * n + i] * a[q * n + i];
        }
        if (fabs(ga) > 1e-14) {
          double z = (be - al) / (2 * ga), tt = (z > 0 ? 1 : -1) / (fabs(z) + sqrt(1 + z * z)),
                 cc = 1 / sqrt(1 + tt * tt), ss = cc * tt;
          for (int i = 0; i < n; i++) {
            double x = a[p * n + i], y = a[q * n + i];
            a[p * n + i] = cc * x - ss * y;
            a[q * n + i] = ss * x + cc * y;
          }
        }
      }
    }
  t = omp_get_wtime() - t;
  double s = 0;
  for (int i = 0; i < n * n; i++)
    s += a[i] * a[i];
  printf("%.9g\n", s);
  printf("time %.4f\n", t);
  return 0;
}
