/* Five-point stencil with both loops parallel: neighbouring work-items touch neighbouring elements. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 34;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  float *u = calloc((size_t)n * (size_t)n, sizeof(float));
  float *v = calloc((size_t)n * (size_t)n, sizeof(float));
  if (u == NULL || v == NULL) return 1;
  for (int i = 0; i < n; i++) u[i] = v[i] = 1.0f;
  for (int r = 0; r < repeats; r++) {
#pragma omp parallel for collapse(2)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        v[i * n + j] = 0.2f * (u[i * n + j] + u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]);
#pragma omp parallel for collapse(2)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++) u[i * n + j] = v[i * n + j];
  }
  printf("%.7g\n", (double)u[n + 1]);
  free(u);
  free(v);
  return 0;
}
