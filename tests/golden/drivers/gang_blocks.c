#include "../transforms/gang/blocks.c"

#include <stdio.h>

enum { BLOCKS = 7, STEP = 1000 };

static unsigned char x[BLOCKS * STEP];
static int count[BLOCKS][256];

int main(void)
{
  unsigned sum = 0;
  for (int i = 0; i < BLOCKS * STEP; i++)
    x[i] = (unsigned char)((unsigned)i * 2654435761u >> 21);
  histograms(STEP, BLOCKS, x, count);
  for (int b = 0; b < BLOCKS; b++)
    for (int d = 0; d < 256; d++)
      sum = sum * 31 + (unsigned)count[b][d];
  printf("%u %d\n", sum, count[3][5]);
  return 0;
}
