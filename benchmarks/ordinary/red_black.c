/* Over-relaxation of red, then of black elements, with the sum of what changes. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 2002, it = argc > 2 ? atoi(argv[2]) : 200;
  double *u = calloc((size_t)n * n, 8), *f = malloc((size_t)n * n * 8), h = 1. / (n - 1), om = 1.9, res = 0;
  for (int i = 0; i < n * n; i++)
    f[i] = (i % 7) - 3;
  double t = omp_get_wtime();
  int k;
  for (k = 0; k < it; k++) {
    res = 0;
    for (int color = 0; color < 2; color++) {
#pragma omp parallel for reduction(+ : res) schedule(static)
      for (int i = 1; i < n - 1; i++)
        for (int j = 1 + (i + color) % 2; j < n - 1; j += 2) {
          double r = u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1] -
                     4 * u[i * n + j] - h * h * f[i * n + j];
          u[i * n + j] += om * r / 4;
          res += r * r;
        }
    }
    if (sqrt(res) < 1e-9)
      break;
  }
  t = omp_get_wtime() - t;
  printf("%d %.8g %.8g\n", k, res, u[(n / 2) * n + n / 2]);
  printf("time %.4f\n", t);
  return 0;
}
