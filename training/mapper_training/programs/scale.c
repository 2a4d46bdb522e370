/* Repeated scaling of one resident vector in single precision. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  float *a = malloc((size_t)n * sizeof *a);
  if (a == NULL) return 1;
  for (long i = 0; i < n; i++) a[i] = (float)(i % 101);
  for (int r = 0; r < repeats; r++) {
#pragma omp parallel for
    for (long i = 0; i < n; i++) a[i] = 0.5f * a[i] + 1.0f;
  }
  printf("%.7g %.7g\n", (double)a[0], (double)a[n - 1]);
  free(a);
  return 0;
}
