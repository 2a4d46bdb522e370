#include "../transforms/vload/neighbours.c"

#include <stdio.h>

int main(void)
{
  double sum = 0.0;
  int i, n;

  for (i = 0; i < 800; i++) {
    x[i] = 0.5f * (float)(i % 11) - 2.0f;
    y[i] = 0.25f * (float)(i % 7);
  }
  for (i = 0; i < 100; i++) {
    u[i][0] = i;
    u[i][1] = -0.5 * i;
    index_of[i] = i % 2;
  }
  for (n = 0; n <= 100; n += 33)
    neighbours(n);
  for (i = 0; i < 100; i++)
    sum += z[i] * (i + 1) + u[i][0] - 3.0 * u[i][1] + y[8 * i] - y[8 * i + 3] * i;
  printf("%.10g\n", sum);
  return 0;
}
