/* Cosine transform of blocks of eight by eight: a small matrix read by all, reuse within a block. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void transform(long n, const float *basis, const float *in, float *out)
{
#pragma omp parallel for collapse(2)
  for (long b = 0; b < n; b++)
    for (int p = 0; p < 64; p++) {
      float sum = 0.0f;
      for (int i = 0; i < 8; i++) {
        float row = 0.0f;
        for (int j = 0; j < 8; j++) row += basis[p % 8 * 8 + j] * in[b * 64 + i * 8 + j];
        sum += basis[p / 8 * 8 + i] * row;
      }
      out[b * 64 + p] = sum;
    }
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 16;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  float *basis = malloc((size_t)64 * sizeof *basis);
  float *in = malloc((size_t)(64 * n) * sizeof *in);
  float *out = malloc((size_t)(64 * n) * sizeof *out);
  if (basis == NULL || in == NULL || out == NULL) return 1;
  for (int k = 0; k < 64; k++) basis[k] = cosf(0.19634954f * (float)((k / 8) * (2 * (k % 8) + 1)));
  for (long i = 0; i < 64 * n; i++) in[i] = (float)(i % 61);
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      in[r % n] += 1.0f;
      transform(n, basis, in, out);
      sum += (double)out[0];
    } else {
      transform(n, basis, in, out);
    }
  }
  printf("%.10g %.10g %.10g\n", sum, (double)out[0], (double)out[64 * n - 64]);
  free(basis);
  free(in);
  free(out);
  return 0;
}
