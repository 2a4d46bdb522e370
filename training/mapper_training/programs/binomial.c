/* Options by a binomial tree of 64 steps: an array of its own in each iteration. */
#include <stdio.h>
#include <stdlib.h>

static void price(long n, const float *strike, float *value)
{
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    float leaf[65], s = 52.7292f;
    for (int k = 0; k <= 64; k++) {
      leaf[k] = s > strike[i] ? s - strike[i] : 0.0f;
      s *= 1.0202f;
    }
    for (int step = 64; step > 0; step--)
      for (int k = 0; k < step; k++) leaf[k] = 0.9995f * (0.505f * leaf[k + 1] + 0.495f * leaf[k]);
    value[i] = leaf[0];
  }
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  float *strike = malloc((size_t)n * sizeof *strike);
  float *value = malloc((size_t)n * sizeof *value);
  if (strike == NULL || value == NULL) return 1;
  for (long i = 0; i < n; i++) strike[i] = 80.0f + (float)(i % 40);
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      strike[r % n] += 1.0f;
      price(n, strike, value);
      sum += (double)value[r % n];
    } else {
      price(n, strike, value);
    }
  }
  printf("%.10g %.10g %.10g\n", sum, (double)value[0], (double)value[n - 1]);
  free(strike);
  free(value);
  return 0;
}
