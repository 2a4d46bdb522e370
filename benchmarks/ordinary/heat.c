/* Heat in rows that were allocated one by one, until it changes no more. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
double **alloc2d(int n, int m) {
  double **a = malloc(n * sizeof(double *));
  for (int i = 0; i < n; i++)
    a[i] = calloc(m, sizeof(double));
  return a;
}
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 3000, it = argc > 2 ? atoi(argv[2]) : 200;
  double **u = alloc2d(n, n), **w = alloc2d(n, n);
  for (int j = 0; j < n; j++) {
    u[0][j] = w[0][j] = 100.;
  }
  double t = omp_get_wtime(), diff = 0;
  int k;
  for (k = 0; k < it; k++) {
    diff = 0;
#pragma omp parallel for reduction(max : diff)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++) {
        w[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
        double d = fabs(w[i][j] - u[i][j]);
        if (d > diff)
          diff = d;
      }
    double **x = u;
    u = w;
    w = x;
    if (diff < 1e-4)
      break;
  }
  t = omp_get_wtime() - t;
  printf("%d %.10g %.10g\n", k, diff, u[n / 8][n / 2]);
  printf("time %.4f\n", t);
  return 0;
}
