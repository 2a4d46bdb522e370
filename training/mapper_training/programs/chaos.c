/* How fast n logistic maps forget where they began: 5000 steps of each, one after another. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void exponents(int n, const double *growth, double *found)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double x = 0.3, product = 1.0, sum = 0.0;
    for (int step = 0; step < 5000; step++) {
      x = growth[i] * x * (1.0 - x);
      product *= growth[i] * (1.0 - 2.0 * x);
      if (step % 10 == 9) {
        sum += log(fabs(product) + 1e-12);
        product = 1.0;
      }
    }
    found[i] = sum / 5000.0;
  }
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 10;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  double *growth = malloc((size_t)n * sizeof *growth);
  double *found = malloc((size_t)n * sizeof *found);
  if (growth == NULL || found == NULL) return 1;
  for (int i = 0; i < n; i++) growth[i] = 2.5 + (double)(i % 100) * 0.01;
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      growth[r % n] = 2.8;
      exponents(n, growth, found);
      sum += found[(r + 1) % n];
    } else {
      exponents(n, growth, found);
    }
  }
  printf("%.6g %.6g\n", sum, found[n / 2]);
  free(growth);
  free(found);
  return 0;
}
