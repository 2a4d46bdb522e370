#include "../transforms/gang/places.c"

#include <stdio.h>

enum { BLOCKS = 7, STEP = 300, N = BLOCKS * STEP };

static unsigned key[N], out[N], count[BLOCKS][16];
static float x[N], large[N], small[N];
static int counts[BLOCKS];

int main(void)
{
  unsigned sum = 0;
  double all = 0.0;
  for (int i = 0; i < N; i++) {
    key[i] = (unsigned)i * 2654435761u;
    x[i] = (float)(key[i] % 1000) / 1000.0f;
    count[i / STEP][key[i] >> 28]++;
  }
  for (int d = 0; d < 16; d++)
    for (int b = 0; b < BLOCKS; b++) {
      unsigned own = count[b][d];
      count[b][d] = sum;
      sum += own;
    }
  scatter(STEP, BLOCKS, key, out, count);
  partition(STEP, BLOCKS, x, large, small, counts);
  for (int i = 0; i < N; i++) {
    sum = sum * 31 + out[i];
    all += (large[i] - small[i]) * (i % 13);
  }
  for (int b = 0; b < BLOCKS; b++)
    printf("%d %u\n", counts[b], count[b][15]);
  printf("%u %.3f\n", sum, all);
  return 0;
}
