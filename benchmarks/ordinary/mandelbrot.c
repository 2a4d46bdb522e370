/* The set of Mandelbrot, in complex numbers. */
#include <complex.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 2000, mx = 1000;
  int *im = malloc((size_t)n * n * 4);
  double t = omp_get_wtime();
#pragma omp parallel for schedule(dynamic)
  for (int y = 0; y < n; y++)
    for (int x = 0; x < n; x++) {
      double complex z = 0, p = -2 + 3. * x / n + (-1.5 + 3. * y / n) * I;
      int k = 0;
      while (k < mx && creal(z) * creal(z) + cimag(z) * cimag(z) < 4) {
        z = z * z + p;
        k++;
      }
      im[y * n + x] = k;
    }
  t = omp_get_wtime() - t;
  long s = 0;
  for (int i = 0; i < n * n; i++)
    s += im[i];
  printf("%.4g\n", (double)s);
  printf("time %.4f\n", t);
  return 0;
}
