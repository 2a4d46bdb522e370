/* Colour to grey: three interleaved bytes in, one out, in integers. */
#include <stdio.h>
#include <stdlib.h>

static void convert(long n, const unsigned char *in, unsigned char *out)
{
#pragma omp parallel for
  for (long i = 0; i < n; i++)
    out[i] = (unsigned char)((77 * in[3 * i] + 150 * in[3 * i + 1] + 29 * in[3 * i + 2]) >> 8);
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  unsigned char *in = malloc((size_t)(3 * n) * sizeof *in);
  unsigned char *out = malloc((size_t)n * sizeof *out);
  if (in == NULL || out == NULL) return 1;
  for (long i = 0; i < 3 * n; i++) in[i] = (unsigned char)(i * 3 % 251);
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      in[r % n] = (unsigned char)r;
      convert(n, in, out);
      sum += out[r % n];
    } else {
      convert(n, in, out);
    }
  }
  printf("%.10g %.10g %.10g\n", sum, (double)out[0], (double)out[n - 1]);
  free(in);
  free(out);
  return 0;
}
