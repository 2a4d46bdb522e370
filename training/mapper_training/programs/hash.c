/* Mixing of 32-bit keys: shifts and multiplications; every call's keys are fresh on the host. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  unsigned *key = malloc((size_t)n * sizeof *key), *mixed = malloc((size_t)n * sizeof *mixed);
  if (key == NULL || mixed == NULL) return 1;
  for (int r = 0; r < repeats; r++) {
    for (int i = 0; i < n; i++) key[i] = (unsigned)i + (unsigned)r;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      unsigned h = key[i];
      for (int round = 0; round < 6; round++) {
        h ^= h >> 15;
        h *= 2246822519u;
        h ^= h << 7;
        h += 374761393u;
      }
      mixed[i] = h;
    }
  }
  printf("%u %u\n", mixed[0], mixed[n - 1]);
  free(key);
  free(mixed);
  return 0;
}
