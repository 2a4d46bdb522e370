/* A sweep over the antidiagonals of an n x n grid, whose points need their left and lower neighbours' new values. */
#include <stdio.h>
#include <stdlib.h>

static void sweep(int n, double *u, const double *f)
{
#pragma omp parallel
  for (int d = 2; d <= 2 * n; d++) {
#pragma omp for schedule(static)
    for (int i = d <= n ? 1 : d - n; i <= (d <= n ? d - 1 : n); i++) {
      long at = (long)i * (n + 2) + (d - i);
      double flux = 0.4 * u[at - 1] + 0.4 * u[at - n - 2] + f[at];
      u[at] = flux / (1.0 + 0.1 * flux * flux);
    }
  }
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 32;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  long all = (long)(n + 2) * (n + 2), middle = (long)(n / 2) * (n + 2) + n / 2;
  double *u = malloc((size_t)all * sizeof *u);
  double *f = malloc((size_t)all * sizeof *f);
  if (u == NULL || f == NULL) return 1;
  for (long i = 0; i < all; i++) {
    u[i] = (double)(i % 3) * 0.1;
    f[i] = (double)(i % 13) * 0.05;
  }
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      f[r % all] = 0.5;
      sweep(n, u, f);
      sum += u[middle];
    } else {
      sweep(n, u, f);
    }
  }
  printf("%.8g %.8g\n", sum, u[middle]);
  free(u);
  free(f);
  return 0;
}
