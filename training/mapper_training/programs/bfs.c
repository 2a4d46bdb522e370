/* A level of breadth-first search: vertices that are not reached look for a reached neighbour, and stop there. */
#include <stdio.h>
#include <stdlib.h>

static void step(long n, int now, const int *start, const int *edge, const int *level, int *next)
{
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    int found = level[i];
    for (int k = start[i]; found < 0 && k < start[i + 1]; k++)
      if (level[edge[k]] >= 0) found = now + 1;
    next[i] = found;
  }
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  int *start = malloc((size_t)(n + 1) * sizeof *start);
  int *level = malloc((size_t)n * sizeof *level);
  int *next = malloc((size_t)n * sizeof *next);
  if (start == NULL || level == NULL || next == NULL) return 1;
  start[0] = 0;
  for (long i = 0; i < n; i++) start[i + 1] = start[i] + 2 + (int)(i % 11);
  int *edge = malloc((size_t)start[n] * sizeof *edge);
  if (edge == NULL) return 1;
  for (long k = 0; k < start[n]; k++) edge[k] = (int)((unsigned)k * 2654435761u % (unsigned)n);
  for (long i = 0; i < n; i++) level[i] = i % 97 == 0 ? 0 : -1;
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      level[(r * 31L) % n] = r;
      step(n, r, start, edge, level, next);
      int *swap = level;
      level = next;
      next = swap;
      sum += level[r % n];
    } else {
      step(n, r, start, edge, level, next);
      int *swap = level;
      level = next;
      next = swap;
    }
  }
  printf("%.10g %.10g %.10g\n", sum, (double)level[1], (double)level[n - 1]);
  free(start);
  free(level);
  free(next);
  free(edge);
  return 0;
}
