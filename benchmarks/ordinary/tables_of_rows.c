/* Diffusion in a table of tables of rows. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
double ***alloc3(int a, int b, int c) {
  double ***p = malloc(a * sizeof(double **));
  for (int i = 0; i < a; i++) {
    p[i] = malloc(b * sizeof(double *));
    for (int j = 0; j < b; j++)
      p[i][j] = calloc(c, sizeof(double));
  }
  return p;
}
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 200, it = argc > 2 ? atoi(argv[2]) : 50;
  double ***u = alloc3(n, n, n), ***w = alloc3(n, n, n);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        u[i][j][k] = w[i][j][k] = (i * j + k) % 17;
  double t = omp_get_wtime();
  for (int s = 0; s < it; s++) {
#pragma omp parallel for collapse(2)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        for (int k = 1; k < n - 1; k++)
          w[i][j][k] = u[i][j][k] + 0.1 * (u[i - 1][j][k] + u[i + 1][j][k] + u[i][j - 1][k] + u[i][j + 1][k] +
                                           u[i][j][k - 1] + u[i][j][k + 1] - 6 * u[i][j][k]);
    double ***x = u;
    u = w;
    w = x;
  }
  t = omp_get_wtime() - t;
  double s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        s += u[i][j][k] * (i % 3);
  printf("%.10g\n", s);
  printf("time %.4f\n", t);
  return 0;
}
