/* Hits in a quarter circle by a generator in each iteration: integer arithmetic, no arrays, one reduction. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  long total = 0;
  for (int r = 0; r < repeats; r++) {
    long hits = 0;
#pragma omp parallel for reduction(+ : hits)
    for (int i = 0; i < n; i++) {
      unsigned state = ((unsigned)i + 1u) * 747796405u + (unsigned)r * 2891336453u;
      for (int k = 0; k < 16; k++) {
        state = state * 1664525u + 1013904223u;
        unsigned x = state >> 17;
        state = state * 1664525u + 1013904223u;
        unsigned y = state >> 17;
        if (x * x + y * y < 1u << 30) hits++;
      }
    }
    total += hits;
  }
  printf("%ld %.6f\n", total, 4.0 * (double)total / (16.0 * n * repeats));
  return 0;
}
