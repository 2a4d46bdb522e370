#include <stdio.h>

#include "../transforms/privatize/wide.c"

#define N 6000

long ups[64];
unsigned long lefts[40], words[N];
double reals[40];
unsigned key[N];

int main(void)
{
  int i;

  for (i = 0; i < N; i++) {
    key[i] = (unsigned)((i * 7919L + 13) % 1009);
    words[i] = i * 0x9E3779B97F4A7C15ul;
  }
  count_bits(words, N);
  take(N);
  take_threes(N);
  take_from_reals(N);
  for (i = 0; i < 64; i++)
    printf("%ld ", ups[i]);
  for (i = 0; i < 40; i++)
    printf("%lu %.1f ", lefts[i], reals[i]);
  printf("\n");
  return 0;
}
