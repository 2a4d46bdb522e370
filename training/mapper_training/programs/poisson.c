/* Thirty-two sweeps of Jacobi's method on a square in double precision, and how far the last one moved. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double sweeps(int n, const double f[n][n], double u[n][n], double v[n][n])
{
  double moved = 0.0;
#pragma omp parallel
  {
    for (int s = 0; s < 16; s++) {
#pragma omp for
      for (int j = 1; j < n - 1; j++)
        for (int i = 1; i < n - 1; i++)
          v[j][i] = 0.25 * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i] - f[j][i]);
#pragma omp for
      for (int j = 1; j < n - 1; j++)
        for (int i = 1; i < n - 1; i++)
          u[j][i] = 0.25 * (v[j][i - 1] + v[j][i + 1] + v[j - 1][i] + v[j + 1][i] - f[j][i]);
    }
#pragma omp for reduction(+ : moved)
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++) moved += fabs(u[j][i] - v[j][i]);
  }
  return moved;
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 32;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  size_t size = (size_t)n * (size_t)n * sizeof(double);
  double(*f)[n] = malloc(size), (*u)[n] = malloc(size), (*v)[n] = malloc(size), sum = 0.0;
  if (f == NULL || u == NULL || v == NULL) return 1;
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++) {
      u[j][i] = v[j][i] = (double)(i == 0 || j == n - 1);
      f[j][i] = 0.001 * (double)((i + j) % 5);
    }
  for (int r = 0; r < repeats; r++) {
    sum += sweeps(n, (const double(*)[n])f, u, v);
    if (touch) {
      f[n / 2][n / 2] += 0.1;
      sum += u[n / 2][n / 2];
    }
  }
  printf("%.8g %.8g\n", sum, u[n / 2][n / 2]);
  free(f);
  free(u);
  free(v);
  return 0;
}
