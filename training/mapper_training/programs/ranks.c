/* Sorting by counting: each key is compared with all others. */
#include <stdio.h>
#include <stdlib.h>

static void ranks(long n, const int *key, int *rank)
{
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    int smaller = 0;
    for (long j = 0; j < n; j++) smaller += key[j] < key[i] || (key[j] == key[i] && j < i);
    rank[i] = smaller;
  }
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  int *key = malloc((size_t)n * sizeof *key);
  int *rank = malloc((size_t)n * sizeof *rank);
  if (key == NULL || rank == NULL) return 1;
  for (long i = 0; i < n; i++) key[i] = (int)((unsigned)i * 2654435761u >> 16);
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      key[r % n] += 100;
      ranks(n, key, rank);
      sum += rank[r % n];
    } else {
      ranks(n, key, rank);
    }
  }
  printf("%.10g %.10g %.10g\n", sum, (double)rank[0], (double)rank[n - 1]);
  free(key);
  free(rank);
  return 0;
}
