/* The game of life on bytes, counted with branches. */
#include <stdio.h>
#include <stdlib.h>

static void step(long n, const unsigned char *now, unsigned char *next)
{
#pragma omp parallel for collapse(2)
  for (long i = 1; i < n - 1; i++)
    for (long j = 1; j < n - 1; j++) {
      int around = 0;
      for (long p = i - 1; p <= i + 1; p++)
        for (long q = j - 1; q <= j + 1; q++)
          if (now[p * n + q]) around++;
      next[i * n + j] = around == 3 || (around == 4 && now[i * n + j]);
    }
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 32;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  unsigned char *now = malloc((size_t)n * (size_t)n * sizeof *now);
  unsigned char *next = malloc((size_t)n * (size_t)n * sizeof *next);
  if (now == NULL || next == NULL) return 1;
  for (long i = 0; i < n * n; i++) {
    now[i] = (unsigned char)((unsigned)i * 2654435761u >> 31);
    next[i] = 0;
  }
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      now[n + 1] = 1;
      step(n, now, next);
      unsigned char *swap = now;
      now = next;
      next = swap;
      sum += now[n + 2];
    } else {
      step(n, now, next);
      unsigned char *swap = now;
      now = next;
      next = swap;
    }
  }
  printf("%.10g %.10g %.10g\n", sum, (double)now[n + 1], (double)(now[2 * n + 2] + now[2 * n + 3] + now[n / 2 * n + n / 2]));
  free(now);
  free(next);
  return 0;
}
