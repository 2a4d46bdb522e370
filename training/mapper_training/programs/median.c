/* Median of nine pixels by sorting them in each iteration. */
#include <stdio.h>
#include <stdlib.h>

static void filter(long n, const unsigned char *in, unsigned char *out)
{
#pragma omp parallel for collapse(2)
  for (long i = 1; i < n - 1; i++)
    for (long j = 1; j < n - 1; j++) {
      unsigned char v[9];
      for (int k = 0; k < 9; k++) {
        unsigned char x = in[(i + k / 3 - 1) * n + j + k % 3 - 1];
        int place = k;
        while (place > 0 && v[place - 1] > x) {
          v[place] = v[place - 1];
          place--;
        }
        v[place] = x;
      }
      out[i * n + j] = v[4];
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
    in[i] = (unsigned char)((unsigned)i * 2654435761u >> 24);
    out[i] = 0;
  }
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      in[n + 1] = (unsigned char)r;
      filter(n, in, out);
      sum += out[n + 1];
    } else {
      filter(n, in, out);
    }
  }
  printf("%.10g %.10g %.10g\n", sum, (double)out[n + 1], (double)out[n / 2 * n + n / 2]);
  free(in);
  free(out);
  return 0;
}
