#include "../transforms/distribute/pointers.c"

#include <stdio.h>

enum { OUTPUTS = 21, INPUTS = 34, SAMPLES = 27 };

int main(void)
{
  static double sums[OUTPUTS * INPUTS], delta[SAMPLES * OUTPUTS], in[SAMPLES * INPUTS];
  for (int i = 0; i < SAMPLES * OUTPUTS; i++)
    delta[i] = i % 7 - 3;
  for (int i = 0; i < SAMPLES * INPUTS; i++)
    in[i] = i % 11;
  for (int i = 0; i < OUTPUTS * INPUTS; i++)
    sums[i] = 1e9;
  weights(OUTPUTS, INPUTS, SAMPLES, sums, delta, in);
  double total = 0;
  for (int i = 0; i < OUTPUTS * INPUTS; i++)
    total += sums[i] * (i % 5);
  printf("%g\n", total);
  return 0;
}
