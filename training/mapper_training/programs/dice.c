/* Throws of dice by a congruential generator in double precision, a stream for each of n players. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { THROWS = 256 };

static double next(double *state)
{
  const double modulus = 2147483647.0, factor = 16807.0;
  double product = factor * *state;
  *state = product - modulus * floor(product / modulus);
  return *state / modulus;
}

static void play(int n, double *state, double *won)
{
#pragma omp parallel for
  for (int p = 0; p < n; p++) {
    double here = state[p], sum = 0.0;
    for (int t = 0; t < THROWS; t++) {
      double one = floor(6.0 * next(&here)), other = floor(6.0 * next(&here));
      sum += one == other ? 2.0 * one : one - other;
    }
    state[p] = here;
    won[p] += sum;
  }
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 100;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  double *state = malloc((size_t)n * sizeof *state), *won = calloc((size_t)n, sizeof *won), sum = 0.0;
  if (state == NULL || won == NULL) return 1;
  for (int p = 0; p < n; p++) state[p] = 12345.0 + 17.0 * p;
  for (int r = 0; r < repeats; r++) {
    play(n, state, won);
    if (touch) {
      sum += won[r % n];
      state[r % n] = 54321.0;
    }
  }
  printf("%.10g %.10g %.10g\n", sum, won[n / 2], state[n / 2]);
  free(state);
  free(won);
  return 0;
}
