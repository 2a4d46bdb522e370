/* What copies cost: an array that the host writes before, or reads after, each loop; and one pass over it. */
#include <stdio.h>
#include <stdlib.h>

static void upload(long n, const double *x, double *y)
{
#pragma omp parallel for
  for (long i = 0; i < n; i++) y[i] = x[i];
}

static void download(long n, double *x)
{
#pragma omp parallel for
  for (long i = 0; i < n; i++) x[i] += 1.0;
}

static void stream(long n, const double *x, double *y)
{
#pragma omp parallel for
  for (long i = 0; i < n; i++) y[i] = x[i] + 1.0;
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 64;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  double *x = calloc((size_t)n, sizeof *x), *y = calloc((size_t)n, sizeof *y);
  double sum = 0.0;
  if (n < 1 || x == NULL || y == NULL) return 1;
  for (int r = 0; r < repeats; r++) {
    for (long i = 0; i < n; i++) x[i] = (double)(r + i % 64);
    upload(n, x, y);
  }
  for (int r = 0; r < repeats; r++) {
    download(n, x);
    for (long i = 0; i < n; i++) sum += x[i];
  }
  for (int r = 0; r < repeats; r++) stream(n, x, y);
  printf("%.12g %.12g %.12g\n", sum, y[0], y[n - 1]);
  free(x);
  free(y);
  return 0;
}
