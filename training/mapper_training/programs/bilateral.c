/* Bilateral filter: 25 neighbours weighted by an exponential of their difference. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void filter(long n, const float *in, float *out)
{
#pragma omp parallel for collapse(2)
  for (long i = 2; i < n - 2; i++)
    for (long j = 2; j < n - 2; j++) {
      float sum = 0.0f, weights = 0.0f;
      for (long p = i - 2; p <= i + 2; p++)
        for (long q = j - 2; q <= j + 2; q++) {
          float difference = in[p * n + q] - in[i * n + j];
          float weight = expf(-0.01f * difference * difference);
          weights += weight;
          sum += weight * in[p * n + q];
        }
      out[i * n + j] = sum / weights;
    }
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 32;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  float *in = malloc((size_t)n * (size_t)n * sizeof *in);
  float *out = malloc((size_t)n * (size_t)n * sizeof *out);
  if (in == NULL || out == NULL) return 1;
  for (long i = 0; i < n * n; i++) {
    in[i] = (float)(i * 11 % 97);
    out[i] = 0.0f;
  }
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      in[2 * n + 2] += 1.0f;
      filter(n, in, out);
      sum += (double)out[2 * n + 2];
    } else {
      filter(n, in, out);
    }
  }
  printf("%.10g %.10g %.10g\n", sum, (double)out[2 * n + 2], (double)out[n / 2 * n + n / 2]);
  free(in);
  free(out);
  return 0;
}
