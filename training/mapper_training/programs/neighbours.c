/* Forces between particles over lists of 32 neighbours: indirect reads, divisions in double precision. */
#include <stdio.h>
#include <stdlib.h>

static void forces(long n, const int *list, const double *x, const double *y, double *f)
{
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    double sum = 0.0;
    for (long k = 0; k < 32; k++) {
      long j = list[i * 32 + k];
      double dx = x[j] - x[i], dy = y[j] - y[i], s = 1.0 / (1.0 + dx * dx + dy * dy), s3 = s * s * s;
      sum += s3 * (1.0 - 0.5 * s3) * dx;
    }
    f[i] = sum;
  }
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  int *list = malloc((size_t)(32 * n) * sizeof *list);
  double *x = malloc((size_t)n * sizeof *x);
  double *y = malloc((size_t)n * sizeof *y);
  double *f = malloc((size_t)n * sizeof *f);
  if (list == NULL || x == NULL || y == NULL || f == NULL) return 1;
  for (long k = 0; k < 32 * n; k++) {
    unsigned far = ((unsigned)k * 2654435761u >> 24) % 96 + 1;
    list[k] = (int)((k / 32 + far) % n);
  }
  for (long i = 0; i < n; i++) {
    x[i] = 0.5 * (double)(i % 101);
    y[i] = 0.5 * (double)(i % 103);
  }
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      x[r % n] += 0.5;
      forces(n, list, x, y, f);
      sum += f[r % n];
    } else {
      forces(n, list, x, y, f);
    }
  }
  printf("%.10g %.10g %.10g\n", sum, f[0], f[n - 1]);
  free(list);
  free(x);
  free(y);
  free(f);
  return 0;
}
