#include "../transforms/gang/filters.c"

#include <stdio.h>

enum { WIDTH = 40, HEIGHT = 9, RADIUS = 20 };

static unsigned char in[WIDTH * HEIGHT];
static float out[WIDTH * HEIGHT], weights[2 * RADIUS + 1];

int main(void)
{
  for (int i = 0; i < WIDTH * HEIGHT; i++)
    in[i] = (unsigned char)(i * 7);
  for (int d = 0; d <= 2 * RADIUS; d++)
    weights[d] = (float)(d % 4);
  blur(in, out, WIDTH, HEIGHT, weights, RADIUS);
  for (int i = 0; i < WIDTH * HEIGHT; i += 11)
    printf("%g\n", out[i]);
  return 0;
}
