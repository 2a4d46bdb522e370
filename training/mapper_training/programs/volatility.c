/* Implied volatility by 20 bisections: logarithms, roots and error functions in double precision. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void solve(long n, const double *price, double *sigma)
{
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    double low = 0.01, high = 2.0;
    for (int k = 0; k < 20; k++) {
      double middle = 0.5 * (low + high), d1 = (log(100.0 / 95.0) + 0.5 * middle * middle) / middle, d2 = d1 - middle;
      double call = 50.0 * (1.0 + erf(d1 / sqrt(2.0))) - 47.5 * (1.0 + erf(d2 / sqrt(2.0)));
      if (call < price[i])
        low = middle;
      else
        high = middle;
    }
    sigma[i] = 0.5 * (low + high);
  }
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  double *price = malloc((size_t)n * sizeof *price);
  double *sigma = malloc((size_t)n * sizeof *sigma);
  if (price == NULL || sigma == NULL) return 1;
  for (long i = 0; i < n; i++) price[i] = 8.0 + 0.01 * (double)(i % 1000);
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      price[r % n] += 0.25;
      solve(n, price, sigma);
      sum += sigma[r % n];
    } else {
      solve(n, price, sigma);
    }
  }
  printf("%.10g %.10g %.10g\n", sum, sigma[0], sigma[n - 1]);
  free(price);
  free(sigma);
  return 0;
}
