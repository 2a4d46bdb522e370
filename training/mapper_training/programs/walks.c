/* Neutrons that walk through a wall until they leave it or are absorbed: random numbers of 64 bits, logarithms. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double drawn(unsigned long *state)
{
  *state = *state * 6364136223846793005ul + 1442695040888963407ul;
  return (double)(*state >> 11) * (1.0 / 9007199254740992.0);
}

static void walk(int n, const double *energy, int *steps, double *depth)
{
#pragma omp parallel for
  for (int p = 0; p < n; p++) {
    unsigned long state = 977ul * (unsigned long)p + 1ul;
    double x = 0.0, toward = 1.0, mean = energy[p];
    int made = 0;
    while (made < 64) {
      x -= toward * mean * log(1.0 - drawn(&state));
      made++;
      if (x < 0.0 || x > 5.0 || drawn(&state) < 0.05) break;
      toward = 2.0 * drawn(&state) - 1.0;
    }
    steps[p] = made;
    depth[p] = x;
  }
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 100;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  double *energy = malloc((size_t)n * sizeof *energy), *depth = calloc((size_t)n, sizeof *depth), sum = 0.0;
  int *steps = calloc((size_t)n, sizeof *steps);
  if (energy == NULL || depth == NULL || steps == NULL) return 1;
  for (int p = 0; p < n; p++) energy[p] = 0.2 + 0.01 * (double)(p % 50);
  for (int r = 0; r < repeats; r++) {
    walk(n, energy, steps, depth);
    if (touch) {
      energy[r % n] = 0.4;
      sum += depth[r % n];
    }
  }
  printf("%.8g %d %.8g\n", sum, steps[n / 2], depth[n / 2]);
  free(energy);
  free(depth);
  free(steps);
  return 0;
}
