/* All-pairs gravity: n*n interactions over n bodies, with a square root in each. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void forces(int n, const float *x, const float *y, const float *z, float *f)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    float sum = 0.0f;
    for (int j = 0; j < n; j++) {
      float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
      float d = dx * dx + dy * dy + dz * dz + 0.01f;
      sum += 1.0f / (d * sqrtf(d));
    }
    f[i] = sum;
  }
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 64;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  float *x = malloc((size_t)n * sizeof *x), *y = malloc((size_t)n * sizeof *y), *z = malloc((size_t)n * sizeof *z);
  float *f = malloc((size_t)n * sizeof *f);
  if (x == NULL || y == NULL || z == NULL || f == NULL) return 1;
  for (int i = 0; i < n; i++) {
    x[i] = (float)(i % 19);
    y[i] = (float)(i % 23);
    z[i] = (float)(i % 29);
  }
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      x[r % n] += 1.0f;
      forces(n, x, y, z, f);
      sum += (double)f[r % n];
    } else {
      forces(n, x, y, z, f);
    }
  }
  printf("%.10g %.6g\n", sum, (double)f[n / 2]);
  free(x);
  free(y);
  free(z);
  free(f);
  return 0;
}
