/* Two passes of odd-even transposition sort: neighbours are compared and swapped. */
#include <stdio.h>
#include <stdlib.h>

static void passes(long n, int *key)
{
#pragma omp parallel
  for (long first = 0; first < 2; first++) {
#pragma omp for
    for (long i = 0; i < n - first; i++) {
      long k = 2 * i + first;
      if (key[k] > key[k + 1]) {
        int t = key[k];
        key[k] = key[k + 1];
        key[k + 1] = t;
      }
    }
  }
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  int *key = malloc((size_t)(2 * n) * sizeof *key);
  if (key == NULL) return 1;
  for (long i = 0; i < 2 * n; i++) key[i] = (int)((unsigned)i * 2654435761u >> 4);
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      key[r % n] ^= 1;
      passes(n, key);
      sum += key[n];
    } else {
      passes(n, key);
    }
  }
  printf("%.10g %.10g %.10g\n", sum, (double)key[0], (double)key[2 * n - 1]);
  free(key);
  return 0;
}
