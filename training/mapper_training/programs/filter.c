/* A recursive filter of second order along each of many signals of 256 samples: each sample needs the two before. */
#include <stdio.h>
#include <stdlib.h>

enum { SAMPLES = 256 };

static void filter(int n, const double (*in)[SAMPLES], double (*out)[SAMPLES])
{
#pragma omp parallel for
  for (int s = 0; s < n; s++) {
    double before = 0.0, last = 0.0;
    for (int t = 0; t < SAMPLES; t++) {
      double here = 0.1 * in[s][t] + 1.6 * last - 0.7 * before;
      before = last;
      last = here;
      out[s][t] = here;
    }
  }
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 10;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  double(*in)[SAMPLES] = malloc((size_t)n * sizeof *in), (*out)[SAMPLES] = calloc((size_t)n, sizeof *out), sum = 0.0;
  if (in == NULL || out == NULL) return 1;
  for (int s = 0; s < n; s++)
    for (int t = 0; t < SAMPLES; t++) in[s][t] = (double)((s + t * t) % 32) - 16.0;
  for (int r = 0; r < repeats; r++) {
    filter(n, (const double(*)[SAMPLES])in, out);
    if (touch) {
      in[r % n][7] = 3.0;
      sum += out[r % n][SAMPLES - 1];
    }
  }
  printf("%.9g %.9g\n", sum, out[n / 2][SAMPLES - 1]);
  free(in);
  free(out);
  return 0;
}
