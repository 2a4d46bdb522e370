/* Counts of digits for a radix sort: each iteration counts 1024 keys into 16 places of its own. */
#include <stdio.h>
#include <stdlib.h>

static void digits(long n, int shift, const unsigned *key, int *count)
{
#pragma omp parallel for
  for (long b = 0; b < n; b++) {
    int local[16] = {0};
    for (long i = 0; i < 1024; i++) local[key[b * 1024 + i] >> shift & 15u]++;
    for (int d = 0; d < 16; d++) count[b * 16 + d] = local[d];
  }
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 8;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  unsigned *key = malloc((size_t)(1024 * n) * sizeof *key);
  int *count = malloc((size_t)(16 * n) * sizeof *count);
  if (key == NULL || count == NULL) return 1;
  for (long i = 0; i < 1024 * n; i++) key[i] = (unsigned)i * 2654435761u;
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      key[r % n] ^= 255u;
      digits(n, r % 8 * 4, key, count);
      sum += count[r % n];
    } else {
      digits(n, r % 8 * 4, key, count);
    }
  }
  printf("%.10g %.10g %.10g\n", sum, (double)count[0], (double)count[16 * n - 1]);
  free(key);
  free(count);
  return 0;
}
