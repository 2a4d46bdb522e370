/* Elimination of rows that are exchanged, then substitution. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 2000;
  double **a = malloc(n * sizeof *a), *b = malloc(n * 8), *x = malloc(n * 8);
  srand(7);
  for (int i = 0; i < n; i++) {
    a[i] = malloc(n * 8);
    for (int j = 0; j < n; j++)
      a[i][j] = rand() % 100 / 100.;
    a[i][i] += n;
    b[i] = rand() % 100;
  }
  double t = omp_get_wtime();
  for (int k = 0; k < n - 1; k++) {
    int p = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(a[i][k]) > fabs(a[p][k]))
        p = i;
    if (p != k) {
      double *r = a[p];
      a[p] = a[k];
      a[k] = r;
      double q = b[p];
      b[p] = b[k];
      b[k] = q;
    }
#pragma omp parallel for schedule(static)
    for (int i = k + 1; i < n; i++) {
      double f = a[i][k] / a[k][k];
      for (int j = k; j < n; j++)
        a[i][j] -= f * a[k][j];
      b[i] -= f * b[k];
    }
  }
  for (int i = n - 1; i >= 0; i--) {
    double s = b[i];
#pragma omp parallel for reduction(- : s)
    for (int j = i + 1; j < n; j++)
      s -= a[i][j] * x[j];
    x[i] = s / a[i][i];
  }
  t = omp_get_wtime() - t;
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * (i % 5);
  printf("%.8g\n", s);
  printf("time %.4f\n", t);
  return 0;
}
