/* Softmax of rows of 64 numbers: three passes over a row in an iteration, exponentials in single precision. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 100;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  float *in = malloc((size_t)n * 64 * sizeof *in), *out = malloc((size_t)n * 64 * sizeof *out);
  if (in == NULL || out == NULL) return 1;
  for (int i = 0; i < n * 64; i++) in[i] = (float)(i % 101) / 16.0f;
  for (int r = 0; r < repeats; r++) {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      float most = in[i * 64], sum = 0.0f;
      for (int j = 1; j < 64; j++) most = in[i * 64 + j] > most ? in[i * 64 + j] : most;
      for (int j = 0; j < 64; j++) {
        out[i * 64 + j] = expf(in[i * 64 + j] - most);
        sum += out[i * 64 + j];
      }
      for (int j = 0; j < 64; j++) out[i * 64 + j] /= sum;
    }
  }
  printf("%.7g %.7g\n", (double)out[0], (double)out[n * 64 - 1]);
  free(in);
  free(out);
  return 0;
}
