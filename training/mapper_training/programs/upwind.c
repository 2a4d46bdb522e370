/* Upwind transport: the direction of the wind decides, point by point, which neighbour is read. */
#include <stdio.h>
#include <stdlib.h>

static void step(long n, const float *u, const float *wind, float *v)
{
#pragma omp parallel for
  for (long i = 1; i < n - 1; i++)
    for (long j = 1; j < n - 1; j++) {
      long c = i * n + j;
      float slope;
      if (wind[c] > 0.0f)
        slope = u[c] - u[c - 1];
      else
        slope = u[c + 1] - u[c];
      v[c] = u[c] - 0.125f * wind[c] * slope;
    }
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 32;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  float *u = malloc((size_t)n * (size_t)n * sizeof *u);
  float *v = malloc((size_t)n * (size_t)n * sizeof *v);
  float *wind = malloc((size_t)n * (size_t)n * sizeof *wind);
  if (u == NULL || v == NULL || wind == NULL) return 1;
  for (long i = 0; i < n * n; i++) {
    u[i] = v[i] = (float)(i % 29);
    wind[i] = (float)(i * 13 % 7) - 3.0f;
  }
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      u[r % n] += 1.0f;
      step(n, u, wind, v);
      float *swap = u;
      u = v;
      v = swap;
      sum += (double)u[n + 1];
    } else {
      step(n, u, wind, v);
      float *swap = u;
      u = v;
      v = swap;
    }
  }
  printf("%.10g %.10g %.10g\n", sum, (double)u[n + 1], (double)u[n / 2 * n + n / 2]);
  free(u);
  free(v);
  free(wind);
  return 0;
}
