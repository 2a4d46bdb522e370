/* Matrix product in single precision with the second matrix transposed: both operands are read by rows. */
#include <stdio.h>
#include <stdlib.h>

static void multiply(long n, const float *a, const float *b, float *c)
{
#pragma omp parallel for collapse(2)
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      float sum = 0.0f;
      for (long k = 0; k < n; k++) sum += a[i * n + k] * b[j * n + k];
      c[i * n + j] = sum;
    }
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 32;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  float *a = malloc((size_t)n * (size_t)n * sizeof *a);
  float *b = malloc((size_t)n * (size_t)n * sizeof *b);
  float *c = malloc((size_t)n * (size_t)n * sizeof *c);
  if (a == NULL || b == NULL || c == NULL) return 1;
  for (long i = 0; i < n * n; i++) {
    a[i] = (float)(i % 5);
    b[i] = (float)(i % 3);
  }
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      a[r % n] = 2.0f;
      multiply(n, a, b, c);
      sum += (double)c[r % n];
    } else {
      multiply(n, a, b, c);
    }
  }
  printf("%.10g %.10g %.10g\n", sum, (double)c[0], (double)c[n * n - 1]);
  free(a);
  free(b);
  free(c);
  return 0;
}
