/* Many tridiagonal systems of 64 unknowns, one an iteration, stored side by side. */
#include <stdio.h>
#include <stdlib.h>

static void solve(long n, double *c, double *d)
{
#pragma omp parallel for
  for (long s = 0; s < n; s++) {
    c[s] = -0.25;
    d[s] = 1.0 + (double)(s % 5);
    for (long i = 1; i < 64; i++) {
      double m = 1.0 / (4.0 + c[(i - 1) * n + s]);
      c[i * n + s] = -m;
      d[i * n + s] = (1.0 + d[(i - 1) * n + s]) * m;
    }
    for (long i = 62; i >= 0; i--) d[i * n + s] -= c[i * n + s] * d[(i + 1) * n + s];
  }
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  double *c = malloc((size_t)(64 * n) * sizeof *c);
  double *d = malloc((size_t)(64 * n) * sizeof *d);
  if (c == NULL || d == NULL) return 1;
  for (long i = 0; i < 64 * n; i++) c[i] = d[i] = 0.0;
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      d[r % n] += 1.0;
      solve(n, c, d);
      sum += d[r % n];
    } else {
      solve(n, c, d);
    }
  }
  printf("%.10g %.10g %.10g\n", sum, d[0], d[64 * n - 1]);
  free(c);
  free(d);
  return 0;
}
