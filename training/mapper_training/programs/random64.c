/* Sixty-four-bit random numbers, one generator an element: shifts and multiplications of long integers. */
#include <stdio.h>
#include <stdlib.h>

static void advance(long n, unsigned long long *state)
{
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    unsigned long long s = state[i];
    for (int k = 0; k < 8; k++) {
      s ^= s << 13;
      s ^= s >> 7;
      s ^= s << 17;
      s *= 2685821657736338717ull;
    }
    state[i] = s;
  }
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  unsigned long long *state = malloc((size_t)n * sizeof *state);
  if (state == NULL) return 1;
  for (long i = 0; i < n; i++) state[i] = (unsigned long long)i + 1;
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      state[r % n] ^= 1;
      advance(n, state);
      sum += (double)(state[r % n] >> 40);
    } else {
      advance(n, state);
    }
  }
  printf("%.10g %.10g %.10g\n", sum, (double)(state[0] >> 40), (double)(state[n - 1] >> 40));
  free(state);
  return 0;
}
