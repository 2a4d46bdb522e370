/* The nearest points of many, kept sorted. */
#include <float.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#define K 8
#define D 16
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 20000, m = argc > 2 ? atoi(argv[2]) : 4000;
  float (*x)[D] = malloc(n * sizeof *x), (*q)[D] = malloc(m * sizeof *q);
  int (*r)[K] = malloc(m * sizeof *r);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < D; j++)
      x[i][j] = ((i * 31 + j * 17) * 2654435761u >> 16) % 1000;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < D; j++)
      q[i][j] = ((i * 13 + j * 7) * 2246822519u >> 16) % 1000;
  double t = omp_get_wtime();
#pragma omp parallel for
  for (int i = 0; i < m; i++) {
    float best[K];
    int id[K];
    for (int k = 0; k < K; k++) {
      best[k] = FLT_MAX;
      id[k] = -1;
    }
    for (int j = 0; j < n; j++) {
      float s = 0;
      for (int d = 0; d < D; d++) {
        float e = q[i][d] - x[j][d];
        s += e * e;
      }
      if (s < best[K - 1]) {
        int k = K - 1;
        while (k > 0 && best[k - 1] > s) {
          best[k] = best[k - 1];
          id[k] = id[k - 1];
          k--;
        }
        best[k] = s;
        id[k] = j;
      }
    }
    for (int k = 0; k < K; k++)
      r[i][k] = id[k];
  }
  t = omp_get_wtime() - t;
  long s = 0;
  for (int i = 0; i < m; i++)
    for (int k = 0; k < K; k++)
      s += r[i][k];
  printf("%ld\n", s);
  printf("time %.4f\n", t);
  return 0;
}
