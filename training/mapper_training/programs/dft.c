/* Discrete Fourier transform by its definition: a sine and a cosine for each pair. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void transform(long n, const double *x, double *re, double *im)
{
#pragma omp parallel for
  for (long k = 0; k < n; k++) {
    double a = 0.0, b = 0.0;
    for (long j = 0; j < n; j++) {
      double angle = 6.283185307179586 * (double)(j * k % n) / (double)n;
      a += x[j] * cos(angle);
      b -= x[j] * sin(angle);
    }
    re[k] = a;
    im[k] = b;
  }
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  double *x = malloc((size_t)n * sizeof *x);
  double *re = malloc((size_t)n * sizeof *re);
  double *im = malloc((size_t)n * sizeof *im);
  if (x == NULL || re == NULL || im == NULL) return 1;
  for (long i = 0; i < n; i++) x[i] = (double)(i % 7);
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      x[r % n] += 1.0;
      transform(n, x, re, im);
      sum += re[0] + im[1];
    } else {
      transform(n, x, re, im);
    }
  }
  printf("%.10g %.10g %.10g\n", sum, re[0], re[n / 3 + 1]);
  free(x);
  free(re);
  free(im);
  return 0;
}
