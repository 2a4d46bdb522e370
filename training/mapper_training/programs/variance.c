/* Mean and variance: two reductions in a region, the second reads the first's result. */
#include <stdio.h>
#include <stdlib.h>

static double variance(long n, const double *x)
{
  double sum = 0.0, squares = 0.0;
#pragma omp parallel
  {
#pragma omp for reduction(+ : sum)
    for (long i = 0; i < n; i++) sum += x[i];
#pragma omp for reduction(+ : squares)
    for (long i = 0; i < n; i++) squares += (x[i] - sum / (double)n) * (x[i] - sum / (double)n);
  }
  return squares / (double)n;
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  double *x = malloc((size_t)n * sizeof *x);
  if (x == NULL) return 1;
  for (long i = 0; i < n; i++) x[i] = (double)(i % 100);
  double result = 0.0;
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      x[r % n] += 1.0;
      result = variance(n, x);
      sum += result;
    } else {
      result = variance(n, x);
    }
  }
  printf("%.10g %.10g\n", sum, result);
  free(x);
  return 0;
}
