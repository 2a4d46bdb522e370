/* A histogram of weights, as a reduction of an array. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  long n = argc > 1 ? atol(argv[1]) : 20000000;
  int *k = malloc(n * 4);
  float *w = malloc(n * 4);
  double h[256] = {0};
  for (long i = 0; i < n; i++) {
    k[i] = ((i * i >> 5) ^ i) & 255;
    w[i] = i % 7;
  }
  double t = omp_get_wtime();
  for (int r = 0; r < 5; r++) {
#pragma omp parallel for reduction(+ : h[ : 256])
    for (long i = 0; i < n; i++)
      h[k[i]] += w[i];
  }
  t = omp_get_wtime() - t;
  double s = 0;
  for (int i = 0; i < 256; i++)
    s += h[i] * i;
  printf("%.10g\n", s);
  printf("time %.4f\n", t);
  return 0;
}
