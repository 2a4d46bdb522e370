/* Prefix sums of blocks of 256: each iteration goes along its own block. */
#include <stdio.h>
#include <stdlib.h>

static void scan(long n, const int *x, int *sum_to)
{
#pragma omp parallel for
  for (long b = 0; b < n; b++) {
    int total = 0;
    for (long i = b * 256; i < b * 256 + 256; i++) {
      total += x[i];
      sum_to[i] = total;
    }
  }
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 16;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  int *x = malloc((size_t)(256 * n) * sizeof *x);
  int *sum_to = malloc((size_t)(256 * n) * sizeof *sum_to);
  if (x == NULL || sum_to == NULL) return 1;
  for (long i = 0; i < 256 * n; i++) x[i] = (int)(i % 9);
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      x[r % n] += 1;
      scan(n, x, sum_to);
      sum += sum_to[255];
    } else {
      scan(n, x, sum_to);
    }
  }
  printf("%.10g %.10g %.10g\n", sum, (double)sum_to[255], (double)sum_to[256 * n - 1]);
  free(x);
  free(sum_to);
  return 0;
}
