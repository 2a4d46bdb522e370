/* A graph's edges, sorted by their end: counts with atomic additions, a running sum, places by atomic captures. */
#include <stdio.h>
#include <stdlib.h>

static void sort_edges(long n, long nodes, const int *to, int *start, int *next, int *edge)
{
#pragma omp parallel for
  for (long v = 0; v < nodes; v++) next[v] = 0;
#pragma omp parallel for
  for (long e = 0; e < n; e++) {
#pragma omp atomic
    next[to[e]]++;
  }
  int before = 0;
  for (long v = 0; v < nodes; v++) {
    start[v] = before;
    before += next[v];
    next[v] = start[v];
  }
#pragma omp parallel for
  for (long e = 0; e < n; e++) {
    int place;
#pragma omp atomic capture
    place = next[to[e]]++;
    edge[place] = to[e];
  }
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  long nodes = n / 64 + 1;
  int *to = malloc((size_t)n * sizeof *to);
  int *edge = malloc((size_t)n * sizeof *edge);
  int *start = malloc((size_t)nodes * sizeof *start);
  int *next = malloc((size_t)nodes * sizeof *next);
  if (to == NULL || edge == NULL || start == NULL || next == NULL) return 1;
  for (long e = 0; e < n; e++) to[e] = (int)((unsigned)e * 2654435761u % (unsigned)nodes);
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    sort_edges(n, nodes, to, start, next, edge);
    sum += edge[r % n] + start[nodes - 1];
  }
  printf("%.10g %.10g\n", sum, (double)edge[n - 1]);
  free(to);
  free(edge);
  free(start);
  free(next);
  return 0;
}
