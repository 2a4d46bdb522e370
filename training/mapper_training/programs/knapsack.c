/* A row of the knapsack problem: the best value for each capacity with one thing more. */
#include <stdio.h>
#include <stdlib.h>

static void thing(long n, long weight, int value, const int *best, int *next)
{
#pragma omp parallel for
  for (long c = 0; c < n; c++) {
    int with = c >= weight ? best[c - weight] + value : 0;
    next[c] = with > best[c] ? with : best[c];
  }
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  int *best = malloc((size_t)n * sizeof *best);
  int *next = malloc((size_t)n * sizeof *next);
  if (best == NULL || next == NULL) return 1;
  for (long i = 0; i < n; i++) best[i] = (int)(i % 100);
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      best[r % n] += 1;
      thing(n, 1 + r * 13 % 37, 5 + r % 11, best, next);
      int *swap = best;
      best = next;
      next = swap;
      sum += best[n - 1];
    } else {
      thing(n, 1 + r * 13 % 37, 5 + r % 11, best, next);
      int *swap = best;
      best = next;
      next = swap;
    }
  }
  printf("%.10g %.10g %.10g\n", sum, (double)best[n / 2], (double)best[n - 1]);
  free(best);
  free(next);
  return 0;
}
