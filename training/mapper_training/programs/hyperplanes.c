/* Gauss-Seidel steps over a cube of n^3 points: the planes i + j + k = h follow each other in one region. */
#include <stdio.h>
#include <stdlib.h>

static void sweep(int n, double *u, const double *f)
{
#pragma omp parallel
  for (int h = 3; h <= 3 * n; h++) {
#pragma omp for collapse(2) schedule(static)
    for (int k = 1; k <= n; k++)
      for (int j = 1; j <= n; j++) {
        int i = h - j - k;
        if (i >= 1 && i <= n) {
          long at = ((long)k * (n + 2) + j) * (n + 2) + i, row = n + 2, plane = row * row;
          double sides = u[at - 1] + u[at + 1] + u[at - row] + u[at + row] + u[at - plane] + u[at + plane];
          u[at] = 0.3 * f[at] + 0.1 * sides;
        }
      }
  }
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 8;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  long all = (long)(n + 2) * (n + 2) * (n + 2);
  long middle = ((long)(n / 2) * (n + 2) + n / 2) * (n + 2) + n / 2;
  double *u = malloc((size_t)all * sizeof *u);
  double *f = malloc((size_t)all * sizeof *f);
  if (u == NULL || f == NULL) return 1;
  for (long i = 0; i < all; i++) {
    u[i] = 0.0;
    f[i] = (double)(i % 7);
  }
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      f[r % all] = 3.0;
      sweep(n, u, f);
      sum += u[middle];
    } else {
      sweep(n, u, f);
    }
  }
  printf("%.10g %.10g\n", sum, u[middle]);
  free(u);
  free(f);
  return 0;
}
