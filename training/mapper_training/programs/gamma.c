/* Threshold and gamma correction of bytes: every call's image is fresh on the host and read back by it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  unsigned char *in = malloc((size_t)n), *out = malloc((size_t)n);
  long total = 0;
  if (in == NULL || out == NULL) return 1;
  for (int r = 0; r < repeats; r++) {
    for (int i = 0; i < n; i++) in[i] = (unsigned char)(i + r);
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      if (in[i] < 64)
        out[i] = 0;
      else
        out[i] = (unsigned char)(255.0f * powf((float)in[i] / 255.0f, 0.45f) + 0.5f);
    }
    total += out[0] + out[n / 2] + out[n - 1];
  }
  printf("%ld\n", total);
  free(in);
  free(out);
  return 0;
}
