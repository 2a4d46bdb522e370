/* Longest common subsequence by anti-diagonals: n loops of up to n short iterations in a call. */
#include <stdio.h>
#include <stdlib.h>

static void diagonal(long d, const int *a, const int *b, const int *older, const int *old, int *now)
{
#pragma omp parallel for
  for (long i = 1; i < d; i++) {
    int best = old[i] > old[i - 1] ? old[i] : old[i - 1];
    if (a[i - 1] == b[d - i - 1] && older[i - 1] + 1 > best) best = older[i - 1] + 1;
    now[i] = best;
  }
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 64;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  int *a = malloc((size_t)n * sizeof *a);
  int *b = malloc((size_t)n * sizeof *b);
  int *x = malloc((size_t)(n + 1) * sizeof *x);
  int *y = malloc((size_t)(n + 1) * sizeof *y);
  int *z = malloc((size_t)(n + 1) * sizeof *z);
  if (a == NULL || b == NULL || x == NULL || y == NULL || z == NULL) return 1;
  for (long i = 0; i < n; i++) {
    a[i] = (int)(i % 7);
    b[i] = (int)(i * 3 % 5);
  }
  for (long i = 0; i <= n; i++) x[i] = y[i] = z[i] = 0;
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      a[r % n] = 3;
      for (long d = 2; d <= n + 1; d++) {
        diagonal(d, a, b, x, y, z);
        int *swap = x;
        x = y;
        y = z;
        z = swap;
      }
      sum += y[n / 2];
    } else {
      for (long d = 2; d <= n + 1; d++) {
        diagonal(d, a, b, x, y, z);
        int *swap = x;
        x = y;
        y = z;
        z = swap;
      }
    }
  }
  printf("%.10g %.10g %.10g\n", sum, (double)y[1], (double)y[n / 2]);
  free(a);
  free(b);
  free(x);
  free(y);
  free(z);
  return 0;
}
