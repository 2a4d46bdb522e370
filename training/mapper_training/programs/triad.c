/* Vector triad: three streams, two operations an element; every call's arrays are fresh on the host. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  double *a = malloc((size_t)n * sizeof *a);
  double *b = malloc((size_t)n * sizeof *b);
  double *c = malloc((size_t)n * sizeof *c);
  if (a == NULL || b == NULL || c == NULL) return 1;
  for (int r = 0; r < repeats; r++) {
    for (long i = 0; i < n; i++) {
      b[i] = (double)(i % 17) + r;
      c[i] = (double)(i % 5);
    }
#pragma omp parallel for
    for (long i = 0; i < n; i++) a[i] = b[i] + 3.0 * c[i];
  }
  printf("%.12g %.12g\n", a[0], a[n - 1]);
  free(a);
  free(b);
  free(c);
  return 0;
}
