/* n keys between 0 and 65535, each the sum of three random numbers in double precision; streams of 512 keys. */
#include <stdio.h>
#include <stdlib.h>

enum { BLOCK = 512 };

static double drawn(double *state)
{
  double x = *state * 3141.0 + 0.27182818284;
  *state = x - (double)(long)x;
  return *state;
}

static void make(int n, int *key, double *weight)
{
#pragma omp parallel for
  for (int b = 0; b < n / BLOCK; b++) {
    double state = 1.0 / (2.0 + (double)b);
    for (int k = b * BLOCK; k < (b + 1) * BLOCK; k++) {
      double sum = drawn(&state);
      sum += drawn(&state);
      sum += drawn(&state);
      key[k] = (int)(65536.0 / 3.0 * sum);
      weight[k] = sum;
    }
  }
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 1024, repeats = argc > 2 ? atoi(argv[2]) : 1;
  int *key = malloc((size_t)n * sizeof *key);
  double *weight = malloc((size_t)n * sizeof *weight);
  if (key == NULL || weight == NULL) return 1;
  for (int r = 0; r < repeats; r++) make(n, key, weight);
  printf("%d %.6g\n", key[1], weight[1]);
  free(key);
  free(weight);
  return 0;
}
