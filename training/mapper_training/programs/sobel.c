/* Edges in an image of bytes: gradients in integers, a root, clamping. */
#include <stdio.h>
#include <stdlib.h>

static void edges(long n, const unsigned char *in, unsigned char *out)
{
#pragma omp parallel for collapse(2)
  for (long i = 1; i < n - 1; i++)
    for (long j = 1; j < n - 1; j++) {
      const unsigned char *p = in + i * n + j;
      int gx = p[-n + 1] - p[-n - 1] + 2 * p[1] - 2 * p[-1] + p[n + 1] - p[n - 1];
      int gy = p[n - 1] - p[-n - 1] + 2 * p[n] - 2 * p[-n] + p[n + 1] - p[-n + 1];
      int size = (gx < 0 ? -gx : gx) + (gy < 0 ? -gy : gy);
      out[i * n + j] = (unsigned char)(size > 255 ? 255 : size);
    }
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 32;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  unsigned char *in = malloc((size_t)n * (size_t)n * sizeof *in);
  unsigned char *out = malloc((size_t)n * (size_t)n * sizeof *out);
  if (in == NULL || out == NULL) return 1;
  for (long i = 0; i < n * n; i++) {
    in[i] = (unsigned char)(i * 7 % 253);
    out[i] = 0;
  }
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      in[n + 1] = (unsigned char)r;
      edges(n, in, out);
      sum += out[n + 2];
    } else {
      edges(n, in, out);
    }
  }
  printf("%.10g %.10g %.10g\n", sum, (double)out[n + 1], (double)out[n / 2 * n + n / 2]);
  free(in);
  free(out);
  return 0;
}
