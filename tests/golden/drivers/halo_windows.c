#include "../transforms/halo/windows.c"

#include <stdio.h>

#define H 37
#define W 75

static float image[H * W], filtered[H * W];
static unsigned char bytes[H * W], wide[H * W];

int main(void)
{
  double sum = 0;
  int i, total = 0;

  for (i = 0; i < H * W; i++) {
    image[i] = (float)(i * 7 % 31);
    bytes[i] = (unsigned char)(i * 37 % 251);
  }
  inner(H, W, image, filtered);
  tested(H, W, bytes, wide);
  for (i = 0; i < H * W; i++) {
    sum += filtered[i] * (i % 9 + 1);
    total += wide[i] * (i % 7 + 1);
  }
  printf("%.6f %d\n", sum, total);
  return 0;
}
