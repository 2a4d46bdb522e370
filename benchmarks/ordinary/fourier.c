/* A Fourier transform of complex numbers, in place. */
#include <complex.h>
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  int lg = argc > 1 ? atoi(argv[1]) : 22, n = 1 << lg;
  double complex *a = malloc(n * sizeof *a), *w = malloc(n / 2 * sizeof *w);
  for (int i = 0; i < n; i++)
    a[i] = sin(i * .1) + I * cos(i * .3);
  double t = omp_get_wtime();
#pragma omp parallel for
  for (int i = 0; i < n / 2; i++)
    w[i] = cexp(-2 * M_PI * I * i / n);
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int r = 0;
    for (int b = 0; b < lg; b++)
      r |= ((i >> b) & 1) << (lg - 1 - b);
    if (r > i) {
      double complex x = a[i];
      a[i] = a[r];
      a[r] = x;
    }
  }
  for (int len = 2; len <= n; len *= 2) {
    int half = len / 2, st = n / len;
#pragma omp parallel for
    for (int b = 0; b < n / 2; b++) {
      int blk = b / half, j = b % half;
      double complex u = a[blk * len + j], x = a[blk * len + j + half] * w[j * st];
      a[blk * len + j] = u + x;
      a[blk * len + j + half] = u - x;
    }
  }
  t = omp_get_wtime() - t;
  double s = 0;
  for (int i = 0; i < n; i++)
    s += cabs(a[i]);
  printf("%.6g\n", s);
  printf("time %.4f\n", t);
  return 0;
}
