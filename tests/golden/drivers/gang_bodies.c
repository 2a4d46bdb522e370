#include "../transforms/gang/bodies.c"

#include <stdio.h>

int main(void)
{
  for (int i = 0; i < N; i++) {
    bodies[i].x = i % 7 + 0.125 * i;
    bodies[i].y = i % 11;
    bodies[i].m = 1 + i % 3;
    tracks[i].x = i % 13;
  }
  attract(N);
  span(N);
  for (int i = 0; i < N; i += 7)
    printf("%.12g %.12g\n", pull[i], reach[i]);
  return 0;
}
