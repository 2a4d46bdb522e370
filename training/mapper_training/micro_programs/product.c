/* What blocks of a matrix product cost: the least seconds of products of some sizes, after those of next to nothing. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

static void product(long n, long k, const double *a, const double *b, double *c)
{
#pragma omp parallel for collapse(2)
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      double sum = 0.0;
      for (long l = 0; l < k; l++) sum += a[i * n + l] * b[l * n + j];
      c[i * n + j] = sum;
    }
}

static double seconds(int repeats, long n, long k, const double *a, const double *b, double *c)
{
  double least = 1e9;
  for (int r = 0; r < repeats; r++) {
    double start = omp_get_wtime(), spent;
    product(n, k, a, b, c);
    spent = omp_get_wtime() - start;
    least = spent < least ? spent : least;
  }
  return least;
}

int main(int argc, char **argv)
{
  int repeats = argc > 1 ? atoi(argv[1]) : 1;
  long most = 64;
  for (int i = 2; i < argc; i++) most = atol(argv[i]) > most ? atol(argv[i]) : most;
  size_t bytes = (size_t)(most * most) * sizeof(double);
  double *a = malloc(bytes), *b = malloc(bytes), *c = malloc(bytes);
  if (a == NULL || b == NULL || c == NULL) return 1;
  for (long i = 0; i < most * most; i++) {
    a[i] = (double)(i % 7);
    b[i] = (double)(i % 5);
  }
  product(most, 1, a, b, c);
  printf("%.9g\n", seconds(repeats, 64, 1, a, b, c));
  for (int i = 2; i < argc; i++) printf("%.9g\n", seconds(repeats, atol(argv[i]), atol(argv[i]), a, b, c));
  free(a);
  free(b);
  free(c);
  return 0;
}
