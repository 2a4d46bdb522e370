/* Seven-point stencil on a cube, three parallel loops, the result copied back by a second region. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 10;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  size_t cells = (size_t)n * (size_t)n * (size_t)n;
  int row = n, plane = n * n;
  double *u = malloc(cells * sizeof *u), *v = malloc(cells * sizeof *v);
  if (u == NULL || v == NULL) return 1;
  for (size_t i = 0; i < cells; i++) u[i] = (double)(i % 17);
  for (int r = 0; r < repeats; r++) {
#pragma omp parallel for collapse(3)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        for (int k = 1; k < n - 1; k++) {
          int c = i * plane + j * row + k;
          v[c] = 0.4 * u[c] + 0.1 * (u[c - 1] + u[c + 1] + u[c - row] + u[c + row] + u[c - plane] + u[c + plane]);
        }
#pragma omp parallel for collapse(2)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        for (int k = 1; k < n - 1; k++) u[i * plane + j * row + k] = v[i * plane + j * row + k];
  }
  printf("%.12g\n", u[n / 2 * (plane + row + 1)]);
  free(u);
  free(v);
  return 0;
}
