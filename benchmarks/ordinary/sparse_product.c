/* A sparse matrix times rows that were allocated one by one. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
struct csr {
  int rows;
  int *start, *col;
  float *val;
};
void spmm(struct csr *m, float **x, float **y, int k) {
  int i, j, e;
#pragma omp parallel for private(j, e)
  for (i = 0; i < m->rows; i++) {
    for (j = 0; j < k; j++)
      y[i][j] = 0;
    for (e = m->start[i]; e < m->start[i + 1]; e++)
      for (j = 0; j < k; j++)
        y[i][j] += m->val[e] * x[m->col[e]][j];
  }
}
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 100000, d = 20, k = 32, it = 20;
  struct csr m = {n, malloc((n + 1) * 4), malloc((size_t)n * d * 4), malloc((size_t)n * d * 4)};
  for (int i = 0; i <= n; i++)
    m.start[i] = i * d;
  for (long i = 0; i < (long)n * d; i++) {
    m.col[i] = (i * 2654435761u >> 8) % n;
    m.val[i] = (i % 7) * .01f;
  }
  float **x = malloc(n * sizeof *x), **y = malloc(n * sizeof *y);
  for (int i = 0; i < n; i++) {
    x[i] = malloc(k * 4);
    y[i] = malloc(k * 4);
    for (int j = 0; j < k; j++)
      x[i][j] = (i + j) % 5;
  }
  double t = omp_get_wtime();
  for (int r = 0; r < it; r++) {
    spmm(&m, x, y, k);
    float **z = x;
    x = y;
    y = z;
  }
  t = omp_get_wtime() - t;
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i][i % k];
  printf("%.4g\n", s);
  printf("time %.4f\n", t);
  return 0;
}
