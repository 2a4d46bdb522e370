/* Heat in a plate by alternating directions: tridiagonal systems along rows, then columns. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#define U(i, j) u[(i) * n + (j)]
#define V(i, j) v[(i) * n + (j)]
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 2000, steps = argc > 2 ? atoi(argv[2]) : 40;
  double *u = malloc(sizeof(double) * n * n), *v = malloc(sizeof(double) * n * n), r = 0.8;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) U(i, j) = V(i, j) = sin(3.14159 * i / (n - 1)) * (j % 50) / 50.0;
  double start = omp_get_wtime();
#pragma omp parallel
  {
    double *c = malloc(sizeof(double) * n), *d = malloc(sizeof(double) * n);
    for (int s = 0; s < steps; s++) {
#pragma omp for
      for (int i = 1; i < n - 1; i++) { /* implicit in x */
        c[0] = 0;
        d[0] = U(i, 0);
        for (int j = 1; j < n - 1; j++) {
          double rhs = (1 - 2 * r) * U(i, j) + r * (U(i - 1, j) + U(i + 1, j));
          double m = 1 / (1 + 2 * r + r * c[j - 1]);
          c[j] = -r * m;
          d[j] = (rhs + r * d[j - 1]) * m;
        }
        V(i, n - 1) = U(i, n - 1);
        for (int j = n - 2; j > 0; j--) V(i, j) = d[j] - c[j] * V(i, j + 1);
        V(i, 0) = U(i, 0);
      }
#pragma omp for
      for (int j = 1; j < n - 1; j++) { /* implicit in y */
        c[0] = 0;
        d[0] = V(0, j);
        for (int i = 1; i < n - 1; i++) {
          double rhs = (1 - 2 * r) * V(i, j) + r * (V(i, j - 1) + V(i, j + 1));
          double m = 1 / (1 + 2 * r + r * c[i - 1]);
          c[i] = -r * m;
          d[i] = (rhs + r * d[i - 1]) * m;
        }
        U(n - 1, j) = V(n - 1, j);
        for (int i = n - 2; i > 0; i--) U(i, j) = d[i] - c[i] * U(i + 1, j);
      }
    }
    free(c);
    free(d);
  }
  double stop = omp_get_wtime(), sum = 0;
  for (int i = 0; i < n * n; i++) sum += u[i];
  printf("mean %.10f\ntime %.4f\n", sum / n / n, stop - start);
  return 0;
}
