/* A step of Gaussian elimination: a column is divided, then all that remains is updated; two loops in a region. */
#include <stdio.h>
#include <stdlib.h>

static void eliminate(long n, long k, double *a)
{
#pragma omp parallel
  {
#pragma omp for
    for (long i = k + 1; i < n; i++) a[i * n + k] /= a[k * n + k];
#pragma omp for collapse(2)
    for (long i = k + 1; i < n; i++)
      for (long j = k + 1; j < n; j++) a[i * n + j] -= a[i * n + k] * a[k * n + j];
  }
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 32;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  double *a = malloc((size_t)n * (size_t)n * sizeof *a);
  if (a == NULL) return 1;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) a[i * n + j] = i == j ? (double)(2 * n) : 1.0 / (double)(1 + i + j);
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      a[n * n - 1] += 1.0;
      eliminate(n, r % (n - 1), a);
      sum += a[n * n - 1];
    } else {
      eliminate(n, r % (n - 1), a);
    }
  }
  printf("%.10g %.10g %.10g\n", sum, a[n * n - 1], a[(n - 1) * n]);
  free(a);
  return 0;
}
