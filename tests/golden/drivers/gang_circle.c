#include "../transforms/gang/circle.c"

#include <stdio.h>

int main(void)
{
  static double state[5 * 3 * 40];
  double sum = 0.0;
  for (int n = 1; n <= 40; n += 13) {
    for (int i = 0; i < 5 * 3 * 40; i++)
      state[i] = (i * 7 % 13) * 0.25;
    step(5, n, 4, state);
    for (int i = 0; i < 5 * 3 * 40; i++)
      sum += state[i] * (i % 11 + 1);
  }
  printf("%.10g\n", sum);
  return 0;
}
