/* Clusters of points by their nearest centres. */
#include <float.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1000000, k = 16, d = 8, it = argc > 2 ? atoi(argv[2]) : 20;
  float *p = malloc((size_t)n * d * 4), *ce = malloc(k * d * 4);
  int *m = malloc(n * sizeof(int));
  srand(9);
  for (int i = 0; i < n * d; i++)
    p[i] = rand() % 1000;
  memcpy(ce, p, k * d * 4);
  double t = omp_get_wtime();
  for (int r = 0; r < it; r++) {
    double sum[16 * 8] = {0};
    int cnt[16] = {0};
#pragma omp parallel for reduction(+ : sum[ : 128], cnt[ : 16])
    for (int i = 0; i < n; i++) {
      float best = FLT_MAX;
      int w = 0;
      for (int q = 0; q < k; q++) {
        float s = 0;
        for (int j = 0; j < d; j++) {
          float e = p[i * d + j] - ce[q * d + j];
          s += e * e;
        }
        if (s < best) {
          best = s;
          w = q;
        }
      }
      m[i] = w;
      cnt[w]++;
      for (int j = 0; j < d; j++)
        sum[w * d + j] += p[i * d + j];
    }
    for (int q = 0; q < k; q++)
      if (cnt[q])
        for (int j = 0; j < d; j++)
          ce[q * d + j] = sum[q * d + j] / cnt[q];
  }
  t = omp_get_wtime() - t;
  double s = 0;
  for (int i = 0; i < k * d; i++)
    s += ce[i];
  printf("%.5g\n", s);
  printf("time %.4f\n", t);
  return 0;
}
