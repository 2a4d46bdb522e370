/* What blocks of a matrix product cost: products of so many columns, and of more and more rows; the least seconds of
 * each. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

static void product(long m, long n, long k, const double *a, const double *b, double *c)
{
#pragma omp parallel for collapse(2)
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++) {
      double sum = 0.0;
      for (long l = 0; l < k; l++) sum += a[i * k + l] * b[l * n + j];
      c[i * n + j] = sum;
    }
}

static double seconds(int repeats, long m, long n, long k, const double *a, const double *b, double *c)
{
  double least = 1e9;
  for (int r = 0; r < repeats; r++) {
    double start = omp_get_wtime(), spent;
    product(m, n, k, a, b, c);
    spent = omp_get_wtime() - start;
    least = spent < least ? spent : least;
  }
  return least;
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 64, k = argc > 2 ? atol(argv[2]) : 64, step = argc > 3 ? atol(argv[3]) : 64;
  long steps = argc > 4 ? atol(argv[4]) : 1;
  int repeats = argc > 5 ? atoi(argv[5]) : 1;
  if (n < 1 || k < 1 || step < 1 || steps < 1) return 1;
  long m = step * steps;
  double *a = calloc((size_t)(m * k), sizeof *a), *b = calloc((size_t)(k * n), sizeof *b);
  double *c = calloc((size_t)(m * n), sizeof *c);
  if (a == NULL || b == NULL || c == NULL) return 1;
  for (long i = 0; i < m * k; i++) a[i] = (double)(i % 7);
  for (long i = 0; i < k * n; i++) b[i] = (double)(i % 5);
  product(m, n, k, a, b, c);
  printf("%.9g\n", seconds(repeats, step, n, 1, a, b, c));
  for (long i = 1; i <= steps; i++) printf("%.9g\n", seconds(repeats, i * step, n, k, a, b, c));
  free(a);
  free(b);
  free(c);
  return 0;
}
