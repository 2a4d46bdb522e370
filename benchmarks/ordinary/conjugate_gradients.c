/* Conjugate gradients with a sparse matrix, each operation in a function of its own. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
typedef struct {
  int n, *ptr, *col;
  double *val;
} csr;
static void spmv(const csr *A, const double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < A->n; i++) {
    double s = 0;
    for (int k = A->ptr[i]; k < A->ptr[i + 1]; k++)
      s += A->val[k] * x[A->col[k]];
    y[i] = s;
  }
}
static double dot(const double *a, const double *b, int n) {
  double s = 0;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += a[i] * b[i];
  return s;
}
static void axpy(double a, const double *x, double *y, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];
}
int main(int argc, char **argv) {
  int m = argc > 1 ? atoi(argv[1]) : 1000, n = m * m, it = argc > 2 ? atoi(argv[2]) : 200;
  csr A = {n, malloc((n + 1) * 4), malloc(5l * n * 4), malloc(5l * n * 8)};
  int z = 0;
  for (int i = 0; i < n; i++) {
    A.ptr[i] = z;
    int r = i / m, q = i % m;
    if (r) {
      A.col[z] = i - m;
      A.val[z++] = -1;
    }
    if (q) {
      A.col[z] = i - 1;
      A.val[z++] = -1;
    }
    A.col[z] = i;
    A.val[z++] = 4.01;
    if (q < m - 1) {
      A.col[z] = i + 1;
      A.val[z++] = -1;
    }
    if (r < m - 1) {
      A.col[z] = i + m;
      A.val[z++] = -1;
    }
  }
  A.ptr[n] = z;
  double *x = calloc(n, 8), *b = malloc(n * 8), *r = malloc(n * 8), *p = malloc(n * 8), *q = malloc(n * 8);
  for (int i = 0; i < n; i++)
    b[i] = r[i] = p[i] = 1 + i % 3;
  double t = omp_get_wtime(), rr = dot(r, r, n);
  int k;
  for (k = 0; k < it; k++) {
    spmv(&A, p, q);
    double a = rr / dot(p, q, n);
    axpy(a, p, x, n);
    axpy(-a, q, r, n);
    double s = dot(r, r, n);
    if (sqrt(s) < 1e-10)
      break;
    double be = s / rr;
    rr = s;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      p[i] = r[i] + be * p[i];
  }
  t = omp_get_wtime() - t;
  printf("%d %.6g\n", k, x[n / 2]);
  printf("time %.4f\n", t);
  return 0;
}
