/* A product of matrices whose rows were allocated one by one. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1500;
  double **A, **B, **C;
  A = (double **)malloc(n * sizeof(double *));
  B = (double **)malloc(n * sizeof(double *));
  C = (double **)malloc(n * sizeof(double *));
  int i, j, k;
  for (i = 0; i < n; i++) {
    A[i] = malloc(n * sizeof(double));
    B[i] = malloc(n * sizeof(double));
    C[i] = malloc(n * sizeof(double));
    for (j = 0; j < n; j++) {
      A[i][j] = (i + j) % 7;
      B[i][j] = (i * j) % 5;
      C[i][j] = 0;
    }
  }
  double t = omp_get_wtime();
#pragma omp parallel for private(j, k) shared(A, B, C, n)
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++) {
      double s = 0;
      for (k = 0; k < n; k++)
        s += A[i][k] * B[k][j];
      C[i][j] = s;
    }
  t = omp_get_wtime() - t;
  double s = 0;
  for (i = 0; i < n; i++)
    s += C[i][(i * 7) % n];
  printf("%.10g\n", s);
  printf("time %.4f\n", t);
  return 0;
}
