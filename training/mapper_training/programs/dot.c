/* Dot product: a reduction over two resident vectors. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  double *a = malloc((size_t)n * sizeof *a);
  double *b = malloc((size_t)n * sizeof *b);
  double total = 0.0;
  if (a == NULL || b == NULL) return 1;
  for (long i = 0; i < n; i++) {
    a[i] = (double)(i % 7);
    b[i] = (double)(i % 3);
  }
  for (int r = 0; r < repeats; r++) {
    double sum = 0.0;
#pragma omp parallel for reduction(+ : sum)
    for (long i = 0; i < n; i++) sum += a[i] * b[i];
    total += sum;
  }
  printf("%.12g\n", total);
  free(a);
  free(b);
  return 0;
}
