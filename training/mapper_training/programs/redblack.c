/* Gauss and Seidel's method in two colours: every second point of the grid, then the others. */
#include <stdio.h>
#include <stdlib.h>

static void sweep(long n, double *u)
{
#pragma omp parallel
  for (long colour = 0; colour < 2; colour++) {
#pragma omp for
    for (long i = 1; i < n - 1; i++)
      for (long j = 1 + (i + colour) % 2; j < n - 1; j += 2)
        u[i * n + j] = 0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]);
  }
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 32;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  double *u = malloc((size_t)n * (size_t)n * sizeof *u);
  if (u == NULL) return 1;
  for (long i = 0; i < n * n; i++) u[i] = i < n ? 1.0 : 0.0;
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      u[r % n] += 1.0;
      sweep(n, u);
      sum += u[n + 1];
    } else {
      sweep(n, u);
    }
  }
  printf("%.10g %.10g %.10g\n", sum, u[n + 1], u[n + n / 2]);
  free(u);
  return 0;
}
