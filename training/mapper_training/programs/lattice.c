/* A lattice gas of five directions: collide and stream, one array a direction. */
#include <stdio.h>
#include <stdlib.h>

static void step(long n, const float *f, float *g)
{
  long all = n * n;
#pragma omp parallel for collapse(2)
  for (long i = 1; i < n - 1; i++)
    for (long j = 1; j < n - 1; j++) {
      long c = i * n + j;
      float f0 = f[c], f1 = f[all + c - 1], f2 = f[2 * all + c + 1], f3 = f[3 * all + c - n], f4 = f[4 * all + c + n];
      float mean = 0.2f * (f0 + f1 + f2 + f3 + f4);
      g[c] = f0 + 0.5f * (mean - f0);
      g[all + c] = f1 + 0.5f * (mean - f1);
      g[2 * all + c] = f2 + 0.5f * (mean - f2);
      g[3 * all + c] = f3 + 0.5f * (mean - f3);
      g[4 * all + c] = f4 + 0.5f * (mean - f4);
    }
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 32;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  float *f = malloc((size_t)n * (size_t)n * 5 * sizeof *f);
  float *g = malloc((size_t)n * (size_t)n * 5 * sizeof *g);
  if (f == NULL || g == NULL) return 1;
  for (long i = 0; i < n * n * 5; i++) f[i] = g[i] = 0.2f + (float)(i % 3) / 16.0f;
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      f[n + 1] += 0.25f;
      step(n, f, g);
      float *swap = f;
      f = g;
      g = swap;
      sum += (double)f[n + 1];
    } else {
      step(n, f, g);
      float *swap = f;
      f = g;
      g = swap;
    }
  }
  printf("%.10g %.10g %.10g\n", sum, (double)f[n + 1], (double)f[n / 2 * n + n / 2]);
  free(f);
  free(g);
  return 0;
}
