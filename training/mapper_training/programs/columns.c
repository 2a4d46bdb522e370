/* Tridiagonal systems along the columns of an n x n grid, all columns row by row: forth, then back. */
#include <stdio.h>
#include <stdlib.h>

static void solve(int n, const float *right, float *ratio, float *x)
{
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; i++) {
      ratio[i] = 0.25f;
      x[i] = right[i] * 0.25f;
    }
    for (int j = 1; j < n; j++) {
#pragma omp for
      for (int i = 0; i < n; i++) {
        float pivot = 1.0f / (4.0f - ratio[(long)(j - 1) * n + i]);
        ratio[(long)j * n + i] = pivot;
        x[(long)j * n + i] = (right[(long)j * n + i] + x[(long)(j - 1) * n + i]) * pivot;
      }
    }
    for (int j = n - 2; j >= 0; j--) {
#pragma omp for
      for (int i = 0; i < n; i++) x[(long)j * n + i] += ratio[(long)j * n + i] * x[(long)(j + 1) * n + i];
    }
  }
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 32;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  size_t all = (size_t)n * (size_t)n;
  float *right = malloc(all * sizeof *right);
  float *ratio = malloc(all * sizeof *ratio);
  float *x = malloc(all * sizeof *x);
  if (right == NULL || ratio == NULL || x == NULL) return 1;
  for (size_t i = 0; i < all; i++) {
    right[i] = (float)(i % 17) * 0.1f;
    ratio[i] = x[i] = 0.0f;
  }
  float sum = 0.0f;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      right[(size_t)r % all] += 0.5f;
      solve(n, right, ratio, x);
      sum += x[(size_t)r % all];
    } else {
      solve(n, right, ratio, x);
    }
  }
  printf("%.5g %.5g\n", sum, x[all / 2]);
  free(right);
  free(ratio);
  free(x);
  return 0;
}
