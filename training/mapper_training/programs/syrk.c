/* Lower half of a matrix times its own transpose: rows of growing length. */
#include <stdio.h>
#include <stdlib.h>

static void update(long n, const double *a, double *c)
{
#pragma omp parallel for
  for (long i = 0; i < n; i++)
    for (long j = 0; j <= i; j++) {
      double sum = 0.0;
      for (long k = 0; k < 32; k++) sum += a[i * 32 + k] * a[j * 32 + k];
      c[i * n + j] += 0.5 * sum;
    }
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 32;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  double *a = malloc((size_t)n * 32 * sizeof *a);
  double *c = malloc((size_t)n * (size_t)n * sizeof *c);
  if (a == NULL || c == NULL) return 1;
  for (long i = 0; i < n * 32; i++) a[i] = (double)(i % 9);
  for (long i = 0; i < n * n; i++) c[i] = 0.0;
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      a[r % n] += 1.0;
      update(n, a, c);
      sum += c[r % n];
    } else {
      update(n, a, c);
    }
  }
  printf("%.10g %.10g %.10g\n", sum, c[0], c[n * n - 1]);
  free(a);
  free(c);
  return 0;
}
