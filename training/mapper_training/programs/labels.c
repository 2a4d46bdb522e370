/* A step of connected components: each vertex takes the smallest label around it. */
#include <stdio.h>
#include <stdlib.h>

static void step(long n, const int *start, const int *edge, const int *label, int *next)
{
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    int least = label[i];
    for (int k = start[i]; k < start[i + 1]; k++)
      if (label[edge[k]] < least) least = label[edge[k]];
    next[i] = least;
  }
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  int *start = malloc((size_t)(n + 1) * sizeof *start);
  int *label = malloc((size_t)n * sizeof *label);
  int *next = malloc((size_t)n * sizeof *next);
  if (start == NULL || label == NULL || next == NULL) return 1;
  start[0] = 0;
  for (long i = 0; i < n; i++) start[i + 1] = start[i] + 2 + (int)(i % 11);
  int *edge = malloc((size_t)start[n] * sizeof *edge);
  if (edge == NULL) return 1;
  for (long k = 0; k < start[n]; k++) edge[k] = (int)((unsigned)k * 2654435761u % (unsigned)n);
  for (long i = 0; i < n; i++) label[i] = (int)(n - i);
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      label[n - 1 - r % n] = 0;
      step(n, start, edge, label, next);
      int *swap = label;
      label = next;
      next = swap;
      sum += label[r % n];
    } else {
      step(n, start, edge, label, next);
      int *swap = label;
      label = next;
      next = swap;
    }
  }
  printf("%.10g %.10g %.10g\n", sum, (double)label[0], (double)label[n / 2]);
  free(start);
  free(label);
  free(next);
  free(edge);
  return 0;
}
