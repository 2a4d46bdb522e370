/* Counts of values in a table of 4096 by atomic additions of integers. */
#include <stdio.h>
#include <stdlib.h>

static void add(long n, const unsigned *key, int *count)
{
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
#pragma omp atomic
    count[key[i]]++;
  }
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  unsigned *key = malloc((size_t)n * sizeof *key);
  int *count = malloc((size_t)4096 * sizeof *count);
  if (key == NULL || count == NULL) return 1;
  for (long i = 0; i < n; i++) key[i] = (unsigned)i * 2654435761u >> 20;
  for (int i = 0; i < 4096; i++) count[i] = 0;
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      key[r % n] = 5;
      add(n, key, count);
      sum += count[5];
    } else {
      add(n, key, count);
    }
  }
  printf("%.10g %.10g %.10g\n", sum, (double)count[0], (double)count[4095]);
  free(key);
  free(count);
  return 0;
}
