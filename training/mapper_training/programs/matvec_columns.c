/* Transposed matrix times vector, one column an iteration: strided for a CPU, coalesced for a device. */
#include <stdio.h>
#include <stdlib.h>

static void multiply(int n, const float *a, const float *x, float *y)
{
#pragma omp parallel for
  for (int j = 0; j < n; j++) {
    float sum = 0.0f;
    for (int i = 0; i < n; i++) sum += a[i * n + j] * x[i];
    y[j] = sum;
  }
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 32;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  float *a = malloc((size_t)n * (size_t)n * sizeof *a);
  float *x = malloc((size_t)n * sizeof *x), *y = malloc((size_t)n * sizeof *y);
  if (a == NULL || x == NULL || y == NULL) return 1;
  for (int i = 0; i < n * n; i++) a[i] = (float)(i % 13);
  for (int i = 0; i < n; i++) x[i] = (float)(i % 7);
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      a[r % n] += 1.0f;
      multiply(n, a, x, y);
      sum += (double)y[r % n];
    } else {
      multiply(n, a, x, y);
    }
  }
  printf("%.10g %.9g %.9g\n", sum, (double)y[0], (double)y[n - 1]);
  free(a);
  free(x);
  free(y);
  return 0;
}
