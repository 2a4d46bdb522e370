/* A step of PageRank: each vertex gathers from those that point to it. */
#include <stdio.h>
#include <stdlib.h>

static void step(long n, const int *start, const int *edge, const double *rank, double *next)
{
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    double sum = 0.0;
    for (int k = start[i]; k < start[i + 1]; k++) sum += rank[edge[k]];
    next[i] = 0.15 + 0.85 * sum / (double)(start[i + 1] - start[i]);
  }
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  int *start = malloc((size_t)(n + 1) * sizeof *start);
  double *rank = malloc((size_t)n * sizeof *rank);
  double *next = malloc((size_t)n * sizeof *next);
  if (start == NULL || rank == NULL || next == NULL) return 1;
  start[0] = 0;
  for (long i = 0; i < n; i++) start[i + 1] = start[i] + 2 + (int)(i % 11);
  int *edge = malloc((size_t)start[n] * sizeof *edge);
  if (edge == NULL) return 1;
  for (long k = 0; k < start[n]; k++) edge[k] = (int)((unsigned)k * 2654435761u % (unsigned)n);
  for (long i = 0; i < n; i++) rank[i] = 1.0 + (double)(i % 3);
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      rank[r % n] += 1.0;
      step(n, start, edge, rank, next);
      double *swap = rank;
      rank = next;
      next = swap;
      sum += rank[r % n];
    } else {
      step(n, start, edge, rank, next);
      double *swap = rank;
      rank = next;
      next = swap;
    }
  }
  printf("%.10g %.10g %.10g\n", sum, rank[0], rank[n - 1]);
  free(start);
  free(rank);
  free(next);
  free(edge);
  return 0;
}
