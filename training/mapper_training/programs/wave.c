/* Wave equation on a square grid: three time levels, nine points in fourth order. */
#include <stdio.h>
#include <stdlib.h>

static void step(long n, const double *past, const double *now, double *next)
{
#pragma omp parallel for collapse(2)
  for (long i = 2; i < n - 2; i++)
    for (long j = 2; j < n - 2; j++) {
      long c = i * n + j;
      double near = now[c - 1] + now[c + 1] + now[c - n] + now[c + n];
      double far = now[c - 2] + now[c + 2] + now[c - 2 * n] + now[c + 2 * n];
      next[c] = 2.0 * now[c] - past[c] + 0.1 * (16.0 * near - far - 60.0 * now[c]) / 12.0;
    }
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 32;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  double *past = malloc((size_t)n * (size_t)n * sizeof *past);
  double *now = malloc((size_t)n * (size_t)n * sizeof *now);
  double *next = malloc((size_t)n * (size_t)n * sizeof *next);
  if (past == NULL || now == NULL || next == NULL) return 1;
  for (long i = 0; i < n * n; i++) past[i] = now[i] = next[i] = (double)(i % 17);
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      now[r % n] += 1.0;
      step(n, past, now, next);
      double *swap = past;
      past = now;
      now = next;
      next = swap;
      sum += now[n / 2 * n + n / 2];
    } else {
      step(n, past, now, next);
      double *swap = past;
      past = now;
      now = next;
      next = swap;
    }
  }
  printf("%.10g %.10g %.10g\n", sum, now[2 * n + 2], now[n / 2 * n + n / 2]);
  free(past);
  free(now);
  free(next);
  return 0;
}
