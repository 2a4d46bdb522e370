/* Electric potential of 128 charges at the points of a plane: all read the same few numbers. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void potential(long n, const float *charge, float *v)
{
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    float px = (float)(i % 256) * 0.25f, py = (float)(i / 256 % 256) * 0.25f, sum = 0.0f;
    for (int k = 0; k < 128; k++) {
      float dx = charge[3 * k] - px, dy = charge[3 * k + 1] - py;
      sum += charge[3 * k + 2] / sqrtf(dx * dx + dy * dy + 1.0f);
    }
    v[i] = sum;
  }
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  float *charge = malloc((size_t)384 * sizeof *charge);
  float *v = malloc((size_t)n * sizeof *v);
  if (charge == NULL || v == NULL) return 1;
  for (int k = 0; k < 384; k++) charge[k] = (float)(k * 37 % 64) + 0.5f;
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      charge[r % 384] += 1.0f;
      potential(n, charge, v);
      sum += (double)v[r % n];
    } else {
      potential(n, charge, v);
    }
  }
  printf("%.10g %.10g %.10g\n", sum, (double)v[0], (double)v[n - 1]);
  free(charge);
  free(v);
  return 0;
}
