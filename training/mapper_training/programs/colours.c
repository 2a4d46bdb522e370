/* Edges of a mesh of n nodes in 48 colours: those of one colour share no node, and move what their ends differ by. */
#include <stdio.h>
#include <stdlib.h>

enum { COLOURS = 48 };

static void relax(const int *first, const int *from, const int *to, double *value)
{
#pragma omp parallel
  for (int c = 0; c < COLOURS; c++) {
#pragma omp for schedule(static)
    for (int e = first[c]; e < first[c + 1]; e++) {
      double move = 0.25 * (value[from[e]] - value[to[e]]);
      value[from[e]] -= move;
      value[to[e]] += move;
    }
  }
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  long edges = (long)COLOURS * (n / 2), at = 0;
  int first[COLOURS + 1];
  int *from = malloc((size_t)(edges + 1) * sizeof *from);
  int *to = malloc((size_t)(edges + 1) * sizeof *to);
  double *value = malloc((size_t)n * sizeof *value);
  if (from == NULL || to == NULL || value == NULL) return 1;
  for (int c = 0; c < COLOURS; c++) {
    first[c] = (int)at;
    int stride = 1 + 2 * c; /* an even node and an odd one that far behind it */
    for (int i = 0; i + 1 < n - n % 2; i += 2) {
      from[at] = i;
      to[at++] = (int)(((long)i + stride) % (n - n % 2));
    }
  }
  first[COLOURS] = (int)at;
  for (int i = 0; i < n; i++) value[i] = (double)(i % 23);
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      value[r % n] += 1.0;
      relax(first, from, to, value);
      sum += value[(r + 1) % n];
    } else {
      relax(first, from, to, value);
    }
  }
  printf("%.8g %.8g\n", sum, value[n / 2]);
  free(from);
  free(to);
  free(value);
  return 0;
}
