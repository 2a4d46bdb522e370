/* A factor of Cholesky, in place. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1500;
  double (*A)[n] = malloc(sizeof(double[n][n]));
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      A[i][j] = 1. / (1 + abs(i - j)) + (i == j) * n;
  double t = omp_get_wtime();
  for (int k = 0; k < n; k++) {
    A[k][k] = sqrt(A[k][k]);
#pragma omp parallel for
    for (int i = k + 1; i < n; i++)
      A[i][k] /= A[k][k];
#pragma omp parallel for schedule(dynamic, 16)
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j <= i; j++)
        A[i][j] -= A[i][k] * A[j][k];
  }
  t = omp_get_wtime() - t;
  double s = 0;
  for (int i = 0; i < n; i++)
    s += A[i][i] + A[i][i / 2];
  printf("%.10g\n", s);
  printf("time %.4f\n", t);
  return 0;
}
