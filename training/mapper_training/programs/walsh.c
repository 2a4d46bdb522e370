/* Fast Walsh transform: a loop for each power of two, butterflies at growing distance. */
#include <stdio.h>
#include <stdlib.h>

static void butterflies(long length, long half, float *x)
{
#pragma omp parallel for
  for (long i = 0; i < length / 2; i++) {
    long k = i / half * 2 * half + i % half;
    float a = x[k], b = x[k + half];
    x[k] = 0.5f * (a + b);
    x[k + half] = 0.5f * (a - b);
  }
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 1024;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  long length = 1;
  while (length < n) length *= 2;
  float *x = malloc((size_t)length * sizeof *x);
  if (x == NULL) return 1;
  for (long i = 0; i < length; i++) x[i] = (float)(i % 16);
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      x[r % n] += 1.0f;
      for (long half = 1; half < length; half *= 2) butterflies(length, half, x);
      sum += (double)x[0];
    } else {
      for (long half = 1; half < length; half *= 2) butterflies(length, half, x);
    }
  }
  printf("%.10g %.10g %.10g\n", sum, (double)x[0], (double)x[length - 1]);
  free(x);
  return 0;
}
