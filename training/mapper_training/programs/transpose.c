/* Matrix transpose: half of the accesses are strided, no arithmetic. */
#include <stdio.h>
#include <stdlib.h>

static void transpose(int n, const double *a, double *b)
{
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) b[j * n + i] = a[i * n + j];
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 32;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  double *a = malloc((size_t)n * (size_t)n * sizeof *a), *b = malloc((size_t)n * (size_t)n * sizeof *b);
  if (a == NULL || b == NULL) return 1;
  for (int i = 0; i < n * n; i++) a[i] = (double)i;
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      a[r % n] += 1.0;
      transpose(n, a, b);
      sum += b[r % n];
    } else {
      transpose(n, a, b);
    }
  }
  printf("%.10g %.12g\n", sum, b[n - 1]);
  free(a);
  free(b);
  return 0;
}
