/* Fifty steps of waves around a ring of n points, a region for each step. */
#include <stdio.h>
#include <stdlib.h>

enum { STEPS = 50 };

static void steps(int n, double *now, double *before)
{
  for (int step = 0; step < STEPS; step++) {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      double left = now[i == 0 ? n - 1 : i - 1], right = now[i == n - 1 ? 0 : i + 1];
      before[i] = 2.0 * now[i] - before[i] + 0.3 * (left - 2.0 * now[i] + right);
    }
    double *other = now;
    now = before;
    before = other;
  }
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 64;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  double *now = malloc((size_t)n * sizeof *now);
  double *before = malloc((size_t)n * sizeof *before);
  if (now == NULL || before == NULL) return 1;
  for (int i = 0; i < n; i++) now[i] = before[i] = (double)(i % 9) * 0.1;
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      now[r % n] *= 0.5;
      steps(n, now, before);
      sum += now[(r + 1) % n];
    } else {
      steps(n, now, before);
    }
  }
  printf("%.6g %.6g\n", sum, now[n / 2]);
  free(now);
  free(before);
  return 0;
}
