/* Five-point stencil on a square grid, pointers swapped each sweep. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 34;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  double *u = calloc((size_t)n * (size_t)n, sizeof(double));
  double *v = calloc((size_t)n * (size_t)n, sizeof(double));
  if (u == NULL || v == NULL) return 1;
  for (int i = 0; i < n; i++) u[i] = v[i] = 1.0;
  for (int r = 0; r < repeats; r++) {
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        v[i * n + j] = 0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]);
    double *t = u;
    u = v;
    v = t;
  }
  printf("%.12g\n", u[n + 1]);
  free(u);
  free(v);
  return 0;
}
