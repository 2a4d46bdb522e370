/* Many tridiagonal systems, one to an iteration. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  int m = argc > 1 ? atoi(argv[1]) : 20000, n = 256, it = 10;
  double *a = malloc((size_t)m * n * 8), *b = malloc((size_t)m * n * 8), *cc = malloc((size_t)m * n * 8),
         *d = malloc((size_t)m * n * 8);
  for (size_t i = 0; i < (size_t)m * n; i++) {
    a[i] = -1;
    b[i] = 4 + i % 3;
    cc[i] = -1;
    d[i] = i % 11;
  }
  double t = omp_get_wtime();
  for (int r = 0; r < it; r++)
#pragma omp parallel for
    for (int s = 0; s < m; s++) {
      double cp[256], dp[256];
      double *A = a + (size_t)s * n, *B = b + (size_t)s * n, *C = cc + (size_t)s * n, *D = d + (size_t)s * n;
      cp[0] = C[0] / B[0];
      dp[0] = D[0] / B[0];
      for (int i = 1; i < n; i++) {
        double w = 1 / (B[i] - A[i] * cp[i - 1]);
        cp[i] = C[i] * w;
        dp[i] = (D[i] - A[i] * dp[i - 1]) * w;
      }
      D[n - 1] = dp[n - 1];
      for (int i = n - 2; i >= 0; i--)
        D[i] = dp[i] - cp[i] * D[i + 1];
    }
  t = omp_get_wtime() - t;
  double s = 0;
  for (size_t i = 0; i < (size_t)m * n; i += 7)
    s += d[i];
  printf("%.8g\n", s);
  printf("time %.4f\n", t);
  return 0;
}
