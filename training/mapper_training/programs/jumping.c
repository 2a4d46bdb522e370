/* Pointer jumping: each element's parent becomes its grandparent; reads from all over memory. */
#include <stdio.h>
#include <stdlib.h>

static void jump(long n, const int *parent, int *next)
{
#pragma omp parallel for
  for (long i = 0; i < n; i++) next[i] = parent[parent[i]];
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  int *parent = malloc((size_t)n * sizeof *parent);
  int *next = malloc((size_t)n * sizeof *next);
  if (parent == NULL || next == NULL) return 1;
  for (long i = 0; i < n; i++) parent[i] = (int)(i * 2 / 3);
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      parent[0] = 0;
      jump(n, parent, next);
      int *swap = parent;
      parent = next;
      next = swap;
      sum += parent[n - 1];
    } else {
      jump(n, parent, next);
      int *swap = parent;
      parent = next;
      next = swap;
    }
  }
  printf("%.10g %.10g %.10g\n", sum, (double)parent[n / 2], (double)parent[n - 1]);
  free(parent);
  free(next);
  return 0;
}
