/* Squared distances between all pairs of points with eight coordinates. */
#include <stdio.h>
#include <stdlib.h>

static void distances(long n, const float *x, float *d)
{
#pragma omp parallel for collapse(2)
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      float sum = 0.0f;
      for (long k = 0; k < 8; k++) {
        float difference = x[i * 8 + k] - x[j * 8 + k];
        sum += difference * difference;
      }
      d[i * n + j] = sum;
    }
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 32;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  float *x = malloc((size_t)n * 8 * sizeof *x);
  float *d = malloc((size_t)n * (size_t)n * sizeof *d);
  if (x == NULL || d == NULL) return 1;
  for (long i = 0; i < n * 8; i++) x[i] = (float)(i * 7 % 31);
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      x[r % n] += 1.0f;
      distances(n, x, d);
      sum += (double)d[n * n - n];
    } else {
      distances(n, x, d);
    }
  }
  printf("%.10g %.10g %.10g\n", sum, (double)d[1], (double)d[n * n - n]);
  free(x);
  free(d);
  return 0;
}
