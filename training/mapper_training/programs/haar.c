/* A step of the Haar wavelet transform: pairs become means and differences. */
#include <stdio.h>
#include <stdlib.h>

static void step(long n, const float *x, float *mean, float *detail)
{
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    mean[i] = 0.5f * (x[2 * i] + x[2 * i + 1]);
    detail[i] = 0.5f * (x[2 * i] - x[2 * i + 1]);
  }
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  float *x = malloc((size_t)(2 * n) * sizeof *x);
  float *mean = malloc((size_t)n * sizeof *mean);
  float *detail = malloc((size_t)n * sizeof *detail);
  if (x == NULL || mean == NULL || detail == NULL) return 1;
  for (long i = 0; i < 2 * n; i++) x[i] = (float)(i * 5 % 37);
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      x[r % n] += 1.0f;
      step(n, x, mean, detail);
      sum += (double)mean[0];
    } else {
      step(n, x, mean, detail);
    }
  }
  printf("%.10g %.10g %.10g\n", sum, (double)mean[0], (double)detail[n - 1]);
  free(x);
  free(mean);
  free(detail);
  return 0;
}
