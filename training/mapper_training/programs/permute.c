/* Makes n keys, a place for each, and puts them there: three arrays that the loops are the first to touch. */
#include <stdio.h>
#include <stdlib.h>

static void permute(unsigned n, unsigned mask, unsigned *key, unsigned *place, unsigned *sorted)
{
#pragma omp parallel
  {
#pragma omp for
    for (unsigned i = 0; i < n; i++) {
      unsigned x = i * 747796405u + 2891336453u;
      x = ((x >> ((x >> 28) + 4u)) ^ x) * 277803737u;
      key[i] = (x >> 22) ^ x;
    }
#pragma omp for
    for (unsigned i = 0; i < n; i++) place[i] = (i * 40503u + 7u) & mask;
#pragma omp for
    for (unsigned i = 0; i < n; i++) sorted[place[i]] = key[i];
  }
}

int main(int argc, char **argv)
{
  int wanted = argc > 1 ? atoi(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  unsigned n = 1;
  while (n < (unsigned)wanted) n *= 2; /* so that each place is taken once */
  unsigned *key = malloc((size_t)n * sizeof *key);
  unsigned *place = malloc((size_t)n * sizeof *place);
  unsigned *sorted = malloc((size_t)n * sizeof *sorted);
  if (key == NULL || place == NULL || sorted == NULL) return 1;
  unsigned sum = 0;
  for (int r = 0; r < repeats; r++) {
    permute(n, n - 1, key, place, sorted);
    if (touch) sum += sorted[(unsigned)r % n];
  }
  printf("%u %u\n", sum, sorted[n / 2]);
  free(key);
  free(place);
  free(sorted);
  return 0;
}
