/* Bessel functions of n arguments by continued fractions: forty divisions, each of which needs the one before. */
#include <stdio.h>
#include <stdlib.h>

static void ratios(int n, const double *x, double *ratio)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double fraction = 0.0;
    for (int k = 40; k > 0; k--) fraction = 1.0 / (2.0 * k / x[i] + fraction);
    ratio[i] = fraction;
  }
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 100;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  double *x = malloc((size_t)n * sizeof *x), *ratio = calloc((size_t)n, sizeof *ratio), sum = 0.0;
  if (x == NULL || ratio == NULL) return 1;
  for (int i = 0; i < n; i++) x[i] = 0.5 + 0.01 * (double)(i % 1000);
  for (int r = 0; r < repeats; r++) {
    ratios(n, x, ratio);
    if (touch) {
      x[r % n] = 2.5;
      sum += ratio[r % n];
    }
  }
  printf("%.9g %.9g\n", sum, ratio[n / 2]);
  free(x);
  free(ratio);
  return 0;
}
