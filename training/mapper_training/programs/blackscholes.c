/* Option prices: mathematical functions in double precision, one option a work-item. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double normal(double x) { return 0.5 * erfc(-x * 0.70710678118654752); }

static void prices(int n, const double *price, const double *strike, double *call)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double root = 0.3 * sqrt(2.0);
    double d = (log(price[i] / strike[i]) + (0.02 + 0.045) * 2.0) / root;
    call[i] = price[i] * normal(d) - strike[i] * exp(-0.04) * normal(d - root);
  }
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 100;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  double *price = malloc((size_t)n * sizeof *price), *strike = malloc((size_t)n * sizeof *strike);
  double *call = malloc((size_t)n * sizeof *call);
  if (price == NULL || strike == NULL || call == NULL) return 1;
  for (int i = 0; i < n; i++) {
    price[i] = 20.0 + i % 60;
    strike[i] = 30.0 + i % 40;
  }
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      price[r % n] += 1.0;
      prices(n, price, strike, call);
      sum += call[r % n];
    } else {
      prices(n, price, strike, call);
    }
  }
  printf("%.10g %.10g\n", sum, call[n / 2]);
  free(price);
  free(strike);
  free(call);
  return 0;
}
