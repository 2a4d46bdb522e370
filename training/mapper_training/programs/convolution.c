/* Convolution of an image with a 5x5 mask: 25 overlapping reads a pixel, the mask read by all. */
#include <stdio.h>
#include <stdlib.h>

static void convolve(int n, const float *mask, const float *in, float *out)
{
#pragma omp parallel for collapse(2)
  for (int i = 2; i < n - 2; i++)
    for (int j = 2; j < n - 2; j++) {
      float sum = 0.0f;
      for (int p = 0; p < 5; p++)
        for (int q = 0; q < 5; q++) sum += mask[p * 5 + q] * in[(i + p - 2) * n + j + q - 2];
      out[i * n + j] = sum;
    }
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 32;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  float mask[25];
  float *in = malloc((size_t)n * (size_t)n * sizeof *in);
  float *out = calloc((size_t)n * (size_t)n, sizeof *out);
  if (in == NULL || out == NULL) return 1;
  for (int i = 0; i < 25; i++) mask[i] = (float)(1 + i % 5) / 64.0f;
  for (int i = 0; i < n * n; i++) in[i] = (float)(i % 251);
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      in[r % n] += 1.0f;
      convolve(n, mask, in, out);
      sum += (double)out[2 * n + 2];
    } else {
      convolve(n, mask, in, out);
    }
  }
  printf("%.10g %.9g\n", sum, (double)out[n / 2 * n + n / 2]);
  free(in);
  free(out);
  return 0;
}
