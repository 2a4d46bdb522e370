/* Histogram with atomic increments: contended updates of few counters. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int bins[256] = {0};
  unsigned *key = malloc((size_t)n * sizeof *key);
  if (key == NULL) return 1;
  for (long i = 0; i < n; i++) key[i] = (unsigned)i * 2654435761u >> 24;
  for (int r = 0; r < repeats; r++) {
#pragma omp parallel for
    for (long i = 0; i < n; i++) {
#pragma omp atomic
      bins[key[i]]++;
    }
  }
  printf("%d %d\n", bins[0], bins[255]);
  free(key);
  return 0;
}
