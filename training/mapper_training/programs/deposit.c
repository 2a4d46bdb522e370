/* Particles give their charge to the two nearest points of a grid: atomic additions of floating-point numbers. */
#include <stdio.h>
#include <stdlib.h>

static void deposit(long n, long cells, const float *place, float *charge)
{
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    float at = place[i] * (float)cells;
    long cell = (long)at;
    float share = at - (float)cell;
#pragma omp atomic
    charge[cell] += 1.0f - share;
#pragma omp atomic
    charge[cell + 1] += share;
  }
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  long cells = n / 16 + 1;
  float *place = malloc((size_t)n * sizeof *place);
  float *charge = malloc((size_t)(cells + 2) * sizeof *charge);
  if (place == NULL || charge == NULL) return 1;
  for (long i = 0; i < n; i++) place[i] = (float)((unsigned)i * 2654435761u >> 8) / 16777216.0f;
  for (long i = 0; i < cells + 2; i++) charge[i] = 0.0f;
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      place[r % n] = 0.5f;
      deposit(n, cells, place, charge);
      sum += charge[cells / 2];
    } else {
      deposit(n, cells, place, charge);
    }
  }
  double all = 0.0;
  for (long i = 0; i < cells + 2; i++) all += charge[i];
  printf("%.3g %.4g\n", sum, all);
  free(place);
  free(charge);
  return 0;
}
