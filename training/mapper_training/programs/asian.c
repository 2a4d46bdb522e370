/* Paths of a price for an Asian option: a generator and an exponential in each of 32 steps, one reduction. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double price(long n, int r)
{
  double sum = 0.0;
#pragma omp parallel for reduction(+ : sum)
  for (long i = 0; i < n; i++) {
    unsigned state = ((unsigned)i * 2654435761u) ^ ((unsigned)r * 2246822519u);
    double logarithm = 0.0, mean = 0.0;
    for (int k = 0; k < 32; k++) {
      state = state * 1664525u + 1013904223u;
      unsigned first = state >> 16;
      state = state * 1664525u + 1013904223u;
      logarithm += 0.001 + 0.05 * ((double)(first + (state >> 16)) / 65536.0 - 1.0);
      mean += exp(logarithm);
    }
    mean = mean / 32.0 - 1.0;
    sum += mean > 0.0 ? mean : 0.0;
  }
  return sum / (double)n;
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  double total = 0.0;
  for (int r = 0; r < repeats; r++) {
    total += price(n, r);
  }
  printf("%.10g\n", total / repeats);
  return 0;
}
