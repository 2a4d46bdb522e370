/* Forces that each thread adds up in a part of one buffer. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 200000, m = 16, it = 20, T = omp_get_max_threads();
  double *f = calloc(n, 8), *all = malloc((size_t)T * n * 8), *x = malloc(n * 8);
  for (int i = 0; i < n; i++)
    x[i] = i * .001;
  double t = omp_get_wtime();
  for (int s = 0; s < it; s++) {
#pragma omp parallel
    {
      int me = omp_get_thread_num(), nt = omp_get_num_threads();
      double *my = all + (size_t)me * n;
      for (int i = 0; i < n; i++)
        my[i] = 0;
#pragma omp for schedule(static)
      for (int i = 0; i < n - m; i++)
        for (int k = 1; k <= m; k++) {
          double d = x[i + k] - x[i], g = 1 / (d * d + 1);
          my[i] += g * d;
          my[i + k] -= g * d;
        }
#pragma omp for
      for (int i = 0; i < n; i++) {
        double a = 0;
        for (int q = 0; q < nt; q++)
          a += all[(size_t)q * n + i];
        f[i] = a;
      }
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] += 1e-4 * f[i];
  }
  t = omp_get_wtime() - t;
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * (i % 3);
  printf("%.9g\n", s);
  printf("time %.4f\n", t);
  return 0;
}
