/* A signal read at other places with linear interpolation between neighbours. */
#include <stdio.h>
#include <stdlib.h>

static void resample(long n, const float *x, float *y)
{
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    double place = 0.75 * (double)i;
    long left = (long)place;
    float part = (float)(place - (double)left);
    y[i] = x[left] + part * (x[left + 1] - x[left]);
  }
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  float *x = malloc((size_t)(n + 1) * sizeof *x);
  float *y = malloc((size_t)n * sizeof *y);
  if (x == NULL || y == NULL) return 1;
  for (long i = 0; i <= n; i++) x[i] = (float)(i % 50);
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      x[r % n] += 1.0f;
      resample(n, x, y);
      sum += (double)y[r % n];
    } else {
      resample(n, x, y);
    }
  }
  printf("%.10g %.10g %.10g\n", sum, (double)y[0], (double)y[n - 1]);
  free(x);
  free(y);
  return 0;
}
