/* Collatz lengths: 64-bit integer arithmetic with data-dependent trip counts. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 100;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int *length = malloc((size_t)n * sizeof *length);
  if (length == NULL) return 1;
  for (int r = 0; r < repeats; r++) {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      unsigned long v = (unsigned long)i + 1;
      int steps = 0;
      while (v != 1) {
        v = v % 2 == 0 ? v / 2 : 3 * v + 1;
        steps++;
      }
      length[i] = steps;
    }
  }
  printf("%d\n", length[n - 1]);
  free(length);
  return 0;
}
